internal import CVisionConvolution

/// The memory that this package's kernels may use for one model: packed weights and working memory. With few output
/// channels, packed weights are up to 16 times as large as in the file, once for each convolution that reads them.
///
/// A fused convolution that needs more than what is left stays with the engine. This is decided before anything is
/// packed and before the graph is changed.
struct KernelBudget {
  /// Far more than the published models need, and bearable for a server whose users bring their own models.
  static let maximumBytes: UInt64 = 1 << 28

  private let members: Int32
  private var packed: UInt64 = 0
  private var work: UInt64 = 0

  /// The threads of an inference are limited to the maximum of a thread pool.
  init(threadCount: Int) {
    members = Int32(min(max(threadCount, 1), VISION_MAX_THREADS))
  }

  /// Charges a block and returns the bytes of its working memory. Nil, and nothing is charged, when the kernels do not
  /// support the block or too little memory is left.
  mutating func take(_ block: FusedConvolution) -> Int? {
    let shapes = KernelStages(block, packsWeights: false)
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
      guard case .sparse(let weights, _, _) = convolution.kind else { return sum }
      return sum + 6 * UInt64(weights.values.count)
    }
  }
}
