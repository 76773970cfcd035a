import CVisionConvolution
import VisionModels

/// The operators of a model that kernels of this project run in the place of the runtime's, with equal results.
struct KernelOperators {
  let all: [(use: CustomOperatorUse, kernel: ConvolutionBlockOperator)]
  /// Who shares their work, on more than one thread.
  let team: KernelTeam?
  /// The threads for all other operators.
  let threadCount: Int

  /// None without vector instructions. Where convolutions of ours are most of a model, they share their work as a team, and the
  /// rest has one thread. Other models have all their threads from the runtime, and operators of ours only on one: those that are
  /// not shared would let the others wait.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - threadCount: The threads that its runs may take.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  init(_ model: TFLiteModel, threadCount: Int) throws {
    let found = vision_convolution_is_fast() ? try model.convolutionBlocks() : []
    let blocks = vision_bytes_are_fast() ? found : found.filter { !$0.block.isOfBytes }
    let own = blocks.reduce(0.0) { $0 + Double($1.block.runtimeMultiplyAdds) }
    let all = try model.multiplyAdds()
    let isMost = 2 * own > Double(all.float) + Double(all.byte)
    self.threadCount = isMost ? 1 : threadCount
    guard self.threadCount == 1 else {
      self.all = []
      team = nil
      return
    }
    let memory = KernelMemory(threadCount: threadCount)
    team = memory.team
    self.all = blocks.map { ($0.use, ConvolutionBlockOperator(name: $0.use.name, $0.block, memory: memory)) }
  }
}
