internal import CVisionConvolution
import TFLiteOptimizer
import VisionInference
import VisionModels

/// Consecutive convolutions of a model, run by this package's kernels instead of the runtime's, with equal results.
///
/// Sendable because only its memory changes after `init`. `run` alone writes it, and operators that share it run one at
/// a time.
package final class FusedConvolutionOperator: CustomOperator, @unchecked Sendable {
  package let name: String
  package let elementType: TensorElementType
  package let inputShape: [Int]
  package let outputShape: [Int]
  /// The MACs of an inference.
  package let macs: MACs
  /// The types and shapes of its input and output, for the verifier.
  package let face: CustomOperatorFace

  /// The number of convolutions.
  package var convolutionCount: Int { kernels.count }
  /// Whether the convolutions are quantized.
  package let isQuantized: Bool

  private let kernels: [any ConvolutionKernel]
  private let stages: [VisionStage]
  private let sum: FusedConvolution.Sum?
  private let alpha: [Float]?
  private let memory: KernelMemory

  /// Packs the weights.
  ///
  /// - Parameters:
  ///   - name: The custom code in the model.
  ///   - block: The convolutions.
  ///   - memory: The thread pool and working memory of the model's operators.
  ///   - workByteCount: Bytes of working memory, at least what a `KernelBudget` accepted for the threads of `memory`.
  init(name: String, _ block: FusedConvolution, memory: KernelMemory, workByteCount: Int) {
    self.name = name
    elementType = block.elementType
    inputShape = [1] + block.inputShape
    outputShape = [1] + block.outputShape
    macs = block.macs
    isQuantized = block.isQuantized
    face = CustomOperatorFace(block)
    kernels = block.kernels()
    stages = kernels.map(\.stage)
    sum = block.sum
    alpha = block.alpha
    self.memory = memory
    memory.reserve(workByteCount)
  }

  package func run(input: UnsafeRawPointer, output: UnsafeMutableRawPointer) {
    var epilogue = VisionEpilogue()
    if let sum {
      epilogue.residual = input.assumingMemoryBound(to: Float.self)
      (epilogue.min, epilogue.max) = (sum.bounds.lowerBound, sum.bounds.upperBound)
    }
    stages.withUnsafeBufferPointer { stages in
      (alpha ?? []).withUnsafeBufferPointer { numbers in
        if alpha != nil { epilogue.alpha = numbers.baseAddress }
        vision_block(
          stages.baseAddress, Int32(stages.count), input, &epilogue, output, memory.bytes, memory.pool?.limited)
      }
    }
  }
}

extension FusedConvolution {
  /// The element type of its input and output.
  fileprivate var elementType: TensorElementType {
    guard case .quantized(let quantized) = convolutions.first else { return .float32 }
    return quantized.isSigned ? .int8 : .uint8
  }
}
