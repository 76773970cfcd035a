internal import CVisionConvolution
import VisionCore
import VisionInference
import VisionModels

/// An operator that this package's kernels compute, with the threads and the memory that those of a model share.
protocol KernelOperator: CustomOperator {
  /// What it replaces, for reports, such as `float convolutions`, and how many of them.
  var replaced: (name: String, count: Int) { get }
  var macs: MACs { get }

  /// The same with other memory, for threads of the same number.
  func copy(memory: KernelMemory) -> any KernelOperator
}

/// Which operators of a model run on this package's kernels, with equal results, and why other convolutions do not.
struct KernelPlan: Sendable {
  private(set) var operators: [(use: CustomOperatorUse, kernel: any KernelOperator)] = []
  private(set) var pool: KernelThreadPool?
  let threadCount: Int
  /// One sentence for each reason that convolutions are left to the engine, in the order of the model.
  private(set) var refusals: [String] = []

  /// Plans a model.
  /// A fused convolution stays with the engine without vector instructions for it, and when it needs too much memory
  /// (`KernelBudget`). Where fused convolutions are most of a model's MACs, they run on a thread pool and all else has
  /// one thread. Other models get all threads from the engine, and fused convolutions only with one thread:
  /// single-threaded ones would keep the engine's other threads waiting. Resizings run where fused convolutions do.
  init(_ model: ParsedModel, kernels: Kernels, precision: Precision = .exact, options: InferenceOptions) throws {
    if let reason = kernels.reasonNotUsed {
      threadCount = options.engineThreadCount
      refusals = ["All convolutions left to the engine: \(reason)."]
      return
    }
    var budget = KernelBudget(threadCount: options.threadCount, precision: precision)
    var accepted: [(use: CustomOperatorUse, block: FusedConvolution, work: Int)] = []
    for (use, block) in try model.fusedConvolutions() {
      if let work = budget.take(block) {
        accepted.append((use, block, work))
      } else {
        refusals.append(
          "\(block.summary) left to the engine: its kernels would need more than \(KernelBudget.maximumBytes) bytes, or do not "
            + "support its shape.")
      }
    }
    let own = accepted.reduce(0.0) { $0 + Double($1.block.runtimeMACs) }
    let all = try model.macs()
    let isMost = 2 * own > Double(all.float) + Double(all.byte)
    threadCount = isMost ? 1 : options.engineThreadCount
    guard isMost || options.threadCount == 1 else {
      guard !accepted.isEmpty else { return }
      refusals = [
        "All convolutions left to the engine: fused ones are less than half of the MACs, and it has several threads."
      ]
      return
    }
    let memory = KernelMemory(threads: options.threads)
    let weights = WeightMemory()
    pool = memory.pool
    // In execution order, as a run stands in the place of its last block.
    let runs = try model.runs(of: accepted.map { ($0.use, $0.block) }).map { places in
      let run = places.map { accepted[$0] }
      return (use: CustomOperatorUse(run.map(\.use)), run: run)
    }.sorted { $0.use.index < $1.use.index }
    operators = runs.map { use, run in
      let kernel = FusedConvolutionOperator(
        name: use.name, FusedRun(blocks: run.map(\.block)), precision: precision, weights: weights, memory: memory,
        workByteCount: run.map(\.work).max() ?? 0)
      return (use, kernel)
    }
    guard !operators.isEmpty else { return }
    operators += try model.resizings().compactMap { resizing in
      budget.take(resizing).map { (resizing.use, ResizeOperator(resizing, memory: memory, workByteCount: $0)) }
    }
  }

  /// The same kernels with threads and working memory of their own.
  init(copying other: KernelPlan, threads: ThreadBudget) {
    (threadCount, refusals) = (other.threadCount, other.refusals)
    if other.operators.isEmpty { return }
    let memory = KernelMemory(threads: threads)
    pool = memory.pool
    operators = other.operators.map { ($0.use, $0.kernel.copy(memory: memory)) }
  }

  /// What a request for reduced precision came to, for reports.
  func notes(on precision: Precision) -> [String] {
    guard precision != .exact else { return [] }
    let (numbers, kernels) = (precision.numbers, operators.compactMap { $0.kernel as? FusedConvolutionOperator })
    guard numbers != VISION_FLOAT32 else {
      return ["Reduced precision is exact here: the processor has no instructions for 16-bit numbers."]
    }
    let reduced = kernels.reduce(0) { $0 + $1.reducedCount }
    guard reduced > 0 else { return ["Reduced precision is exact for this model: no convolution gains by it."] }
    let count = kernels.reduce(0) { $0 + $1.convolutionCount }
    return ["\(reduced) of \(count) convolutions multiply \(numbers.name) numbers."]
  }
}

extension FusedConvolution {
  /// The block in a report: `3 fused convolutions, 24 x 24 x 64 to 12 x 12 x 128`.
  fileprivate var summary: String {
    let shapes = [inputShape, outputShape].map { $0.map(String.init).joined(separator: " x ") }
    let single = convolutions[0].layer == nil ? "A convolution" : "A fully connected layer"
    return "\(convolutions.count == 1 ? single : "\(convolutions.count) fused convolutions"), "
      + "\(shapes[0]) to \(shapes[1]),"
  }
}

/// The memory that this package's kernels may use for one model: packed weights and working memory, without the tensors
/// between the blocks of a run, of which each has at most `FusedRun.maximumBytesBetween`.
///
/// With few output channels, packed weights are up to 16 times as large as in the file, once for each convolution that
/// reads them. A fused convolution that needs more than what is left stays with the engine. This is decided before
/// anything is packed and before the graph is changed.
struct KernelBudget {
  /// Far more than the published models need, and bearable for a server whose users bring their own models.
  static let maximumBytes: UInt64 = 1 << 28

  private let members: Int32
  private let precision: Precision
  private var packed: UInt64 = 0
  private var work: UInt64 = 0

  init(threadCount: Int, precision: Precision = .exact) {
    members = Int32(min(max(threadCount, 1), VISION_MAX_THREADS))
    self.precision = precision
  }

  /// Charges a block and returns the bytes of its working memory. Nil, and nothing is charged, when the kernels do not
  /// support the block or too little memory is left.
  mutating func take(_ block: FusedConvolution) -> Int? {
    guard var sizes = KernelStages(block, precision, packing: nil).sizes(threadCount: members) else { return nil }
    if let sums = block.uniformSums {
      guard let more = KernelStages(sums, packing: nil).sizes(threadCount: members) else { return nil }
      sizes = VisionBlockSizes(packed: sizes.packed + more.packed, work: max(sizes.work, more.work))
    }
    let (sum, overflows) = packed.addingReportingOverflow(sizes.packed)
    let sparse = block.convolutions.reduce(UInt64(0)) { bytes, convolution in
      guard case .sparse(let weights, _, _) = convolution.kind else { return bytes }
      return bytes + 6 * UInt64(weights.values.count)
    }
    let (whole, sparseOverflows) = sum.addingReportingOverflow(sparse)
    // Blocks run one after the other in the same memory.
    let peakWork = max(work, sizes.work + UInt64(block.byteCountBeside))
    guard !overflows, !sparseOverflows, whole <= Self.maximumBytes, peakWork <= Self.maximumBytes - whole
    else { return nil }
    (packed, work) = (whole, peakWork)
    return Int(exactly: sizes.work)
  }

  /// The same for a resizing.
  mutating func take(_ resizing: Resizing) -> Int? {
    var (shape, size) = (VisionResize(resizing), UInt64(0))
    guard vision_resize_size(&shape, members, &size) else { return nil }
    let peakWork = max(work, size)
    guard peakWork <= Self.maximumBytes - packed else { return nil }
    work = peakWork
    return Int(exactly: size)
  }
}
