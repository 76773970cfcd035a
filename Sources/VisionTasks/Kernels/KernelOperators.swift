internal import CVisionConvolution
import VisionModels

/// The operators of a model that kernels of this project run in the place of the runtime's, with equal results.
struct KernelOperators {
  let all: [(use: CustomOperatorUse, kernel: ConvolutionBlockOperator)]
  /// Who shares their work, on more than one thread.
  let team: KernelTeam?
  /// The threads for all other operators.
  let threadCount: Int

  /// None without vector instructions, and not those that ask for too much memory (`KernelBudget`). Where convolutions of ours are most of a model, they share their work as a team, and the
  /// rest has one thread. Other models have all their threads from the runtime, and operators of ours only on one: those that are
  /// not shared would let the others wait.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - inference: The threads that its runs may take, and whose kernels.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  init(_ model: TFLiteModel, inference: InferenceOptions) throws {
    let runsFloats = inference.kernels.areUsed(whenFaster: vision_convolution_is_fast())
    let runsBytes = inference.kernels.areUsed(whenFaster: vision_bytes_are_fast())
    let found = runsFloats || runsBytes ? try model.convolutionBlocks() : []
    var budget = KernelBudget(threadCount: inference.threadCount)
    let blocks = found.compactMap { use, block -> (use: CustomOperatorUse, block: ConvolutionBlock, work: Int)? in
      guard block.isOfBytes ? runsBytes : runsFloats, let work = budget.take(block) else { return nil }
      return (use, block, work)
    }
    let own = blocks.reduce(0.0) { $0 + Double($1.block.runtimeMultiplyAdds) }
    let all = try model.multiplyAdds()
    let isMost = 2 * own > Double(all.float) + Double(all.byte)
    self.threadCount = isMost ? 1 : inference.threadCount
    guard self.threadCount == 1 else {
      self.all = []
      team = nil
      return
    }
    let memory = KernelMemory(threadCount: inference.threadCount)
    team = memory.team
    self.all = blocks.map { use, block, work in
      (use, ConvolutionBlockOperator(name: use.name, block, memory: memory, workByteCount: work))
    }
  }
}

extension Kernels {
  /// Whether this package's kernels compute convolutions of a type.
  fileprivate func areUsed(whenFaster isFaster: Bool) -> Bool {
    switch self {
    case .automatic: isFaster
    case .off: false
    case .always: true
    }
  }
}
