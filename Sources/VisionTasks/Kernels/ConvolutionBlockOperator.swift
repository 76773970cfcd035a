internal import CVisionConvolution
import VisionModels
import VisionRuntime

/// Convolutions of a model that follow one another, run by kernels of this project in the place of the runtime's, with equal
/// results.
///
/// Sendable because nothing of it changes after its making but the memory, which `run` alone writes, called once at a time for all
/// operators that share it.
final class ConvolutionBlockOperator: CustomOperator, @unchecked Sendable {
  let name: String
  let inputShape: [Int]
  let outputShape: [Int]
  /// The multiply-adds of a run.
  let multiplyAdds: MultiplyAdds
  /// What it takes and gives, for the verifier.
  let face: CustomOperatorFace

  private let kernels: [any ConvolutionKernel]
  private let stages: [VisionStage]
  private let sum: ConvolutionBlock.Sum?
  private let slopes: [Float]?
  private let memory: KernelMemory

  init(name: String, _ block: ConvolutionBlock, memory: KernelMemory) {
    self.name = name
    inputShape = [1] + block.inputShape
    outputShape = [1] + block.outputShape
    multiplyAdds = block.multiplyAdds
    face = CustomOperatorFace(block)
    kernels = block.kernels()
    stages = kernels.map(\.stage)
    sum = block.sum
    slopes = block.slopes
    self.memory = memory
    memory.reserve(vision_block_work_size(stages, Int32(stages.count), vision_team_members(memory.team?.pointer)))
  }

  func run(input: UnsafeRawPointer, output: UnsafeMutableRawPointer) {
    var epilogue = VisionEpilogue()
    if let sum {
      epilogue.addend = input.assumingMemoryBound(to: Float.self)
      (epilogue.least, epilogue.most) = (sum.bounds.lowerBound, sum.bounds.upperBound)
    }
    stages.withUnsafeBufferPointer { stages in
      (slopes ?? []).withUnsafeBufferPointer { numbers in
        if slopes != nil { epilogue.slopes = numbers.baseAddress }
        vision_block(
          stages.baseAddress, Int32(stages.count), input, &epilogue, output, memory.bytes, memory.team?.pointer)
      }
    }
  }
}
