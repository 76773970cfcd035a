internal import CVisionConvolution
import TFLiteOptimizer
import VisionModels

/// The memory that this package's kernels may use for one model: packed weights and working memory. With few output
/// channels, packed weights are up to 16 times as large as in the file, once for each convolution that reads them.
///
/// A fused convolution that needs more than what is left stays with the engine. This is decided before anything is
/// packed and before the graph is changed.
package struct KernelBudget {
  /// Far more than the published models need, and bearable for a server whose users bring their own models.
  package static let maximumBytes: UInt64 = 1 << 28

  private let members: Int32
  private var packed: UInt64 = 0
  private var work: UInt64 = 0

  /// - Parameter threadCount: The threads of an inference, limited to the maximum of a thread pool.
  package init(threadCount: Int) {
    members = Int32(min(max(threadCount, 1), VISION_MAX_THREADS))
  }

  /// Charges a block.
  ///
  /// - Returns: The bytes of its working memory; nil, and nothing is charged, when the kernels do not support the block
  ///   or too little memory is left.
  package mutating func take(_ block: FusedConvolution) -> Int? {
    let shapes = BlockShapes(block)
    var sizes = VisionBlockSizes()
    guard vision_block_sizes(shapes.stages, Int32(clamping: shapes.stages.count), members, &sizes) else { return nil }
    let (sum, overflows) = packed.addingReportingOverflow(sizes.packed)
    let (whole, sparseOverflows) = sum.addingReportingOverflow(block.sparsePackedByteCount)
    // Blocks run one after the other in the same memory.
    let peakWork = max(work, sizes.work)
    guard !overflows, !sparseOverflows, whole <= Self.maximumBytes, peakWork <= Self.maximumBytes - whole else {
      return nil
    }
    (packed, work) = (whole, peakWork)
    return Int(exactly: sizes.work)
  }
}

extension FusedConvolution {
  /// The bytes of the columns (16 bits each) and values of all sparse convolutions, which `vision_block_sizes` does not
  /// count.
  fileprivate var sparsePackedByteCount: UInt64 {
    convolutions.reduce(0) { sum, convolution in
      guard case .sparse(let sparse) = convolution else { return sum }
      return sum + 6 * UInt64(sparse.weights.count)
    }
  }
}

/// The shapes of a block's convolutions in the kernels' form, without weights.
private final class BlockShapes {
  private(set) var stages: [VisionStage] = []
  private var memory: [UnsafeMutableRawPointer] = []

  init(_ block: FusedConvolution) {
    for convolution in block.convolutions {
      var stage = VisionStage()
      switch convolution {
      case .dense(let dense): stage.dense = keep(VisionDense(dense))
      case .depthwise(let depthwise): stage.depthwise = keep(VisionDepthwise(depthwise))
      case .quantized(let quantized): stage.quantized = keep(VisionQuantized(quantized))
      case .sparse(let sparse):
        stage.sparse = keep(VisionSparse(sparse))
        stage.width = Int32(clamping: sparse.size.width)
      }
      stages.append(stage)
    }
  }

  deinit { memory.forEach { $0.deallocate() } }

  private func keep<Shape: BitwiseCopyable>(_ shape: Shape) -> UnsafePointer<Shape> {
    let pointer = UnsafeMutablePointer<Shape>.allocate(capacity: 1)
    pointer.initialize(to: shape)
    memory.append(UnsafeMutableRawPointer(pointer))
    return UnsafePointer(pointer)
  }
}
