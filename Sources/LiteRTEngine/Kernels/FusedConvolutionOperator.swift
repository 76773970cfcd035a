internal import CVisionConvolution
import VisionModels

/// Consecutive convolutions of a model, run by this package's kernels instead of the runtime's, with equal results.
/// Sendable because only its memory changes after `init`. `run` alone writes it, and operators that share it run one at
/// a time.
final class FusedConvolutionOperator: CustomOperator, @unchecked Sendable {
  let name: String
  let elementType: TensorElementType
  var inputShape: [Int] { signature.inputShape }
  var outputShape: [Int] { signature.outputShape }
  let macs: MACs
  let signature: CustomOperatorSignature
  var convolutionCount: Int { kernels.stages.count }
  let isQuantized: Bool

  let hasResidual: Bool

  private let kernels: KernelStages
  private let sum: ClosedRange<Float>?
  private let memory: KernelMemory

  /// Packs the weights. `workByteCount` is at least what a `KernelBudget` accepted for the threads of `memory`.
  init(name: String, _ block: FusedConvolution, memory: KernelMemory, workByteCount: Int) {
    self.name = name
    elementType =
      if case .quantized(let first) = block.convolutions.first?.kind {
        first.isSigned ? .int8 : .uint8
      } else {
        .float32
      }
    signature = CustomOperatorSignature(block)
    macs = block.macs
    isQuantized = block.isQuantized
    kernels = KernelStages(block, packsWeights: true)
    sum = block.sum
    hasResidual = block.hasResidual
    self.memory = memory
    memory.reserve(workByteCount)
  }

  func run(input: UnsafeRawPointer, residual: UnsafeRawPointer?, output: UnsafeMutableRawPointer) {
    var epilogue = VisionEpilogue()
    if let sum {
      epilogue.residual = (residual ?? input).assumingMemoryBound(to: Float.self)
      (epilogue.min, epilogue.max) = (sum.lowerBound, sum.upperBound)
    }
    epilogue.alpha = kernels.alpha
    kernels.stages.withUnsafeBufferPointer { stages in
      vision_block(
        stages.baseAddress, Int32(stages.count), input, &epilogue, output, memory.bytes, memory.pool?.limited)
    }
  }
}
