internal import CVisionConvolution
import TFLiteOptimizer
import VisionModels

/// The memory that kernels of this project may take for one model: packed weights, which for convolutions with few output channels
/// are up to 16 times those of the file, once for each convolution that reads them, and working memory.
///
/// A fused convolution that asks for more than is left stays the engine's, before anything is packed and before the graph is changed.
package struct KernelBudget {
  /// Far more than the published models ask for, and bearable when many visitors of a server bring models of their own.
  package static let maximumBytes: UInt64 = 1 << 28

  private let members: Int32
  private var packed: UInt64 = 0
  private var work: UInt64 = 0

  /// - Parameter threadCount: The threads that share the work; beyond the most that a team has they are not counted.
  package init(threadCount: Int) {
    members = Int32(min(max(threadCount, 1), VISION_MOST_MEMBERS))
  }

  /// Charges a block.
  ///
  /// - Returns: The bytes of working memory for its runs; nil when kernels do not compute such a block, and when there is not
  ///   enough left, which charges nothing.
  package mutating func take(_ block: FusedConvolution) -> Int? {
    let shapes = BlockShapes(block)
    var sizes = VisionBlockSizes()
    guard vision_block_sizes(shapes.stages, Int32(clamping: shapes.stages.count), members, &sizes) else { return nil }
    let (sum, overflows) = packed.addingReportingOverflow(sizes.packed)
    let (whole, sparseOverflows) = sum.addingReportingOverflow(block.sparsePackedByteCount)
    // Blocks work one after the other in the same memory.
    let most = max(work, sizes.work)
    guard !overflows, !sparseOverflows, whole <= Self.maximumBytes, most <= Self.maximumBytes - whole else {
      return nil
    }
    (packed, work) = (whole, most)
    return Int(exactly: sizes.work)
  }
}

extension FusedConvolution {
  /// The bytes of the columns, 16 bits each, and values of all sparse convolutions, which their shapes do not tell.
  fileprivate var sparsePackedByteCount: UInt64 {
    convolutions.reduce(0) { sum, convolution in
      guard case .sparse(let sparse) = convolution else { return sum }
      return sum + 6 * UInt64(sparse.weights.count)
    }
  }
}

/// The shapes of a block's convolutions as kernels take them, without weights.
private final class BlockShapes {
  private(set) var stages: [VisionStage] = []
  private var memory: [UnsafeMutableRawPointer] = []

  init(_ block: FusedConvolution) {
    for convolution in block.convolutions {
      var stage = VisionStage()
      switch convolution {
      case .dense(let dense): stage.dense = keep(VisionDense(dense))
      case .depthwise(let depthwise): stage.depthwise = keep(VisionDepthwise(depthwise))
      case .bytes(let bytes): stage.bytes = keep(VisionBytes(bytes))
      case .sparse(let sparse):
        stage.sparse = keep(VisionSparse(sparse))
        stage.width = Int32(clamping: sparse.extent.width)
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
