internal import CVisionConvolution
import VisionModels

/// Consecutive blocks of convolutions of a model, run by this package's kernels instead of the runtime's, with equal
/// results.
///
/// Sendable because only its memory changes after `init`. `run` alone writes it, and operators that share it run one at
/// a time.
final class FusedConvolutionOperator: KernelOperator, @unchecked Sendable {
  let name: String
  let macs: MACs
  let signature: CustomOperatorSignature
  var replaced: (name: String, count: Int) {
    (outputType == .float32 ? "float convolutions" : "quantized convolutions", convolutionCount)
  }
  var convolutionCount: Int { blocks.reduce(0) { $0 + $1.kernels.stages.count } }
  /// The convolutions that multiply reduced numbers.
  var reducedCount: Int { blocks.reduce(0) { $0 + $1.kernels.reducedCount } }

  private struct Block: Sendable {
    let kernels: KernelStages
    let sum: ClosedRange<Float>?
    let residual: FusedResidual
    /// The convolution of a pixel that computes what the sums of the last convolution start with; nil for its biases.
    let starts: KernelStages?
    /// The size of the image whose pixels are shuffled at the end; nil where they are not.
    let shuffled: SpatialSize?
  }

  private let blocks: [Block]
  /// The bytes of each of two tensors between blocks, in front of the kernels' working memory.
  private let bytesBetween: Int
  /// The bytes of an output before its pixels are shuffled, or of starts, behind those tensors.
  private let besideBytes: Int
  /// The bytes of the kernels' working memory.
  private let workBytes: Int
  private let memory: KernelMemory

  /// Packs the weights into `weights`. `workByteCount` is at least what a `KernelBudget` accepted for the threads of
  /// `memory`.
  init(
    name: String, _ run: FusedRun, precision: Precision = .exact, weights: WeightMemory, memory: KernelMemory,
    workByteCount: Int
  ) {
    self.name = name
    signature = CustomOperatorSignature(run)
    macs = run.blocks.reduce(into: MACs()) { $0 += $1.macs }
    blocks = run.blocks.map {
      Block(
        kernels: KernelStages($0, precision, packing: weights), sum: $0.sum, residual: $0.residual,
        starts: $0.uniformSums.map { KernelStages($0, packing: weights) },
        shuffled: $0.convolutions.last.flatMap { $0.isShuffled ? $0.shape.output : nil })
    }
    bytesBetween = run.bytesBetween
    besideBytes = ((run.blocks.map(\.byteCountBeside).max() ?? 0) + 63) / 64 * 64
    (self.memory, workBytes) = (memory, workByteCount)
    memory.reserve(2 * bytesBetween + besideBytes + workBytes)
  }

  func copy(memory: KernelMemory) -> any KernelOperator { FusedConvolutionOperator(copying: self, memory: memory) }

  private init(copying other: FusedConvolutionOperator, memory: KernelMemory) {
    (name, signature, macs) = (other.name, other.signature, other.macs)
    (blocks, bytesBetween, besideBytes) = (other.blocks, other.bytesBetween, other.besideBytes)
    (workBytes, self.memory) = (other.workBytes, memory)
    memory.reserve(2 * bytesBetween + besideBytes + workBytes)
  }

  func run(input: UnsafeRawPointer, second: UnsafeRawPointer?, output: UnsafeMutableRawPointer) {
    let bytes = memory.bytes
    let beside = bytes + 2 * bytesBetween
    let work = beside + besideBytes
    var source = input
    for (index, block) in blocks.enumerated() {
      let target = index == blocks.count - 1 ? output : bytes + index % 2 * bytesBetween
      var epilogue = VisionEpilogue()
      if let sum = block.sum {
        epilogue.residual = (index == 0 ? second ?? source : source).assumingMemoryBound(to: Float.self)
        epilogue.residualChannels = Int32(clamping: block.residual.channels)
        epilogue.isResidualPooled = block.residual.isPooled
        (epilogue.min, epilogue.max) = (sum.lowerBound, sum.upperBound)
      }
      // Only the first block of a run has a second input.
      if let starts = block.starts, let second {
        convolve(starts, second, VisionEpilogue(), beside, work)
        epilogue.starts = UnsafePointer(beside.assumingMemoryBound(to: Float.self))
      }
      epilogue.alpha = block.kernels.alpha
      convolve(block.kernels, source, epilogue, block.shuffled == nil ? target : beside, work)
      if let size = block.shuffled { vision_shuffle_pixels(beside, Int32(size.height), Int32(size.width), target) }
      source = UnsafeRawPointer(target)
    }
  }

  private func convolve(
    _ kernels: KernelStages, _ input: UnsafeRawPointer, _ epilogue: VisionEpilogue, _ output: UnsafeMutableRawPointer,
    _ work: UnsafeMutableRawPointer
  ) {
    withUnsafePointer(to: epilogue) { epilogue in
      kernels.stages.withUnsafeBufferPointer { stages in
        vision_block(
          stages.baseAddress, Int32(stages.count), input, epilogue, output, work, memory.pool?.limited)
      }
    }
  }
}
