internal import CVisionConvolution
import TFLiteOptimizer
import VisionInference
import VisionModels

/// Convolutions of a model that follow one another, run by kernels of this project in the place of the runtime's, with equal
/// results.
///
/// Sendable because nothing of it changes after its making but the memory, which `run` alone writes, called once at a time for all
/// operators that share it.
package final class FusedConvolutionOperator: CustomOperator, @unchecked Sendable {
  package let name: String
  package let elementType: TensorElementType
  package let inputShape: [Int]
  package let outputShape: [Int]
  /// The multiply-adds of a run.
  package let multiplyAdds: MultiplyAdds
  /// What it takes and gives, for the verifier.
  package let face: CustomOperatorFace

  /// The number of convolutions.
  package var convolutionCount: Int { kernels.count }
  /// Whether they are convolutions of quantized bytes.
  package let isOfBytes: Bool

  private let kernels: [any ConvolutionKernel]
  private let stages: [VisionStage]
  private let sum: FusedConvolution.Sum?
  private let slopes: [Float]?
  private let memory: KernelMemory

  /// Packs the weights.
  ///
  /// - Parameters:
  ///   - name: Under which the model uses it.
  ///   - block: The convolutions.
  ///   - memory: What the operators of the model work with.
  ///   - workByteCount: The working memory of a run, as a `KernelBudget` let it through for the threads of `memory`, or more.
  init(name: String, _ block: FusedConvolution, memory: KernelMemory, workByteCount: Int) {
    self.name = name
    elementType = block.elementType
    inputShape = [1] + block.inputShape
    outputShape = [1] + block.outputShape
    multiplyAdds = block.multiplyAdds
    isOfBytes = block.isOfBytes
    face = CustomOperatorFace(block)
    kernels = block.kernels()
    stages = kernels.map(\.stage)
    sum = block.sum
    slopes = block.slopes
    self.memory = memory
    memory.reserve(workByteCount)
  }

  package func run(input: UnsafeRawPointer, output: UnsafeMutableRawPointer) {
    var epilogue = VisionEpilogue()
    if let sum {
      epilogue.addend = input.assumingMemoryBound(to: Float.self)
      (epilogue.least, epilogue.most) = (sum.bounds.lowerBound, sum.bounds.upperBound)
    }
    stages.withUnsafeBufferPointer { stages in
      (slopes ?? []).withUnsafeBufferPointer { numbers in
        if slopes != nil { epilogue.slopes = numbers.baseAddress }
        vision_block(
          stages.baseAddress, Int32(stages.count), input, &epilogue, output, memory.bytes, memory.pool?.pointer)
      }
    }
  }
}

extension FusedConvolution {
  /// The type of all its tensors, as the runtime counts types.
  fileprivate var elementType: TensorElementType {
    guard case .bytes(let bytes) = convolutions.first else { return .float32 }
    return bytes.isSigned ? .int8 : .uint8
  }
}
