import VisionCore
import VisionModels

extension ParsedModel {
  /// Joins blocks to runs, each run one operator: a block goes on with the tensor of the one before it, which nothing
  /// else reads. The engine has fewer operators to start, and no tensors between them.
  ///
  /// `blocks` are some of the model's, in execution order; the indices of each run's are returned.
  func runs(of blocks: [ModelGraph.Block]) throws(TasksError) -> [[Int]] {
    guard let graph = try ModelGraph(data) else { return blocks.indices.map { [$0] } }
    var next: [Int32: Int] = [:]
    for (index, (use, _)) in blocks.enumerated() where use.inputs.count == 1 { next[use.inputs[0]] = index }
    var taken: Set<Int> = []
    var runs: [[Int]] = []
    for first in blocks.indices where !taken.contains(first) {
      var run = [first]
      while let last = run.last, let index = next[blocks[last].use.output], index > last, !taken.contains(index),
        blocks[index].block.inputTensor == blocks[last].block.outputTensor,
        blocks[index].block.inputType == blocks[last].block.outputType,
        blocks[last].block.outputByteCount <= FusedRun.maximumBytesBetween,
        let readers = graph.readers(of: blocks[last].use.output),
        readers.allSatisfy({ blocks[index].use.operators.contains($0.index) })
      {
        run.append(index)
      }
      taken.formUnion(run)
      runs.append(run)
    }
    return runs
  }
}

/// Blocks that one operator runs, each on the output of the one before it.
struct FusedRun: Sendable {
  /// Maximum bytes of a tensor between two blocks, of which an operator keeps two.
  static let maximumBytesBetween = 1 << 22

  let blocks: [FusedConvolution]

  /// The bytes of the largest tensor between two blocks, a multiple of 64.
  var bytesBetween: Int { ((blocks.dropLast().map(\.outputByteCount).max() ?? 0) + 63) / 64 * 64 }
}

extension FusedConvolution {
  /// Its size as a tensor; the kernels accepted its shape, so this does not overflow.
  fileprivate var outputByteCount: Int { outputShape.reduce(isQuantized ? 1 : 4, *) }
}

extension CustomOperatorUse {
  /// The use of a run of blocks, in the last one's place.
  init(_ run: [CustomOperatorUse]) {
    let (first, last) = (run[0], run[run.count - 1])
    self.init(
      name: last.name, index: last.index, inputs: first.inputs, output: last.output,
      densifies: run.flatMap(\.densifies), operators: first.operators)
  }
}

extension CustomOperatorSignature {
  init(_ run: FusedRun) {
    let (first, last) = (run.blocks[0], run.blocks[run.blocks.count - 1])
    self.init(
      inputShape: first.inputTensor, secondShape: first.secondTensor, outputShape: last.outputTensor,
      inputType: first.inputType, outputType: last.outputType)
  }
}
