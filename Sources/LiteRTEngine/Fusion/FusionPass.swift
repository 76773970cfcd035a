import VisionCore
import VisionModels

/// Consecutive convolutions, each the only reader of the one before it, and the operators that follow them.
///
/// ```
/// x → convolution → … → convolution [→ + x, bounded] [→ PReLU] → result
/// ```
struct FusedConvolution: Sendable {
  let convolutions: [Convolution]
  /// The bounds of the sum with the block's input (residual connection) after the last convolution; nil without one.
  let sum: ClosedRange<Float>?
  /// PReLU's alpha for each output channel; nil without PReLU.
  let alpha: [Float]?

  /// Rows, columns and channels of the first convolution's input.
  var inputShape: [Int] { convolutions.first.map { $0.shape.input.dimensions + [$0.shape.inputs] } ?? [] }
  /// Rows, columns and channels of the last convolution's output.
  var outputShape: [Int] { convolutions.last.map { $0.shape.output.dimensions + [$0.shape.outputs] } ?? [] }
  var isQuantized: Bool { convolutions.first?.isQuantized == true }
  var macs: MACs {
    let sum = convolutions.reduce(0) { $0 + $1.macs }
    return isQuantized ? MACs(byte: sum) : MACs(float: sum)
  }
  /// The MACs that the runtime would need, with sparse convolutions' zeros.
  var runtimeMACs: Int { convolutions.reduce(0) { $0 + $1.runtimeMACs } }
}

extension CustomOperatorSignature {
  init(_ block: FusedConvolution) {
    self.init(
      inputShape: [1] + block.inputShape, outputShape: [1] + block.outputShape,
      elementTypes: block.isQuantized ? [.int8, .uint8] : [.float32])
  }
}

extension ModelGraph {
  typealias Block = (use: CustomOperatorUse, block: FusedConvolution)

  /// The convolutions that can be fused, joined to blocks, in execution order.
  func blocks() throws(TasksError) -> [Block] {
    let found = try convolutions()
    let byPlace = Dictionary(uniqueKeysWithValues: found.map { ($0.index, $0) })
    var taken: Set<Int> = []
    var blocks: [Block] = []
    for first in found where !taken.contains(first.index) {
      var chain = [first]
      while let next = follower(of: chain[chain.count - 1], among: byPlace) { chain.append(next) }
      taken.formUnion(chain.map(\.index))
      blocks.append(try block(of: chain))
    }
    return blocks
  }

  /// The convolution that is the only reader of a convolution's output, with or without a PAD operator between. It has
  /// to come later: in a damaged model readers may form a cycle.
  private func follower(of site: ConvolutionSite, among sites: [Int: ConvolutionSite]) -> ConvolutionSite? {
    guard var reader = onlyReader(of: site.output) else { return nil }
    if reader.name == "PAD", let padded = reader.outputs.first, let next = onlyReader(of: padded) {
      reader = next
    }
    guard let next = sites[reader.index], next.input == site.output, next.index > site.index else { return nil }
    return next
  }

  private func block(of chain: [ConvolutionSite]) throws(TasksError) -> Block {
    let (first, last) = (chain[0], chain[chain.count - 1])
    var (index, output) = (last.index, last.output)
    var sum: ClosedRange<Float>?
    var alpha: [Float]?
    // Only a dense convolution's kernel has an epilogue.
    if case .dense = last.convolution.kind {
      if let addition = try addition(of: output, to: first.input) { (index, output, sum) = addition }
      if let activation = try activation(of: output) { (index, output, alpha) = activation }
    }
    let use = CustomOperatorUse(
      name: "\(CustomOperatorUse.namePrefix)\(index)", index: index, input: first.input, output: output,
      densifies: chain.compactMap(\.densify))
    return (use, FusedConvolution(convolutions: chain.map(\.convolution), sum: sum, alpha: alpha))
  }

  /// The ADD operator that is the only reader of an output and adds a block's input.
  private func addition(
    of result: Int32, to input: Int32
  ) throws(TasksError) -> (index: Int, output: Int32, bounds: ClosedRange<Float>)? {
    guard let reader = onlyReader(of: result), reader.name == "ADD", reader.inputs.count == 2,
      Set(reader.inputs) == [result, input], let output = reader.outputs.first, reader.outputs.count == 1,
      let shape = try floatShape(of: output), try floatShape(of: input) == shape,
      try floatShape(of: result) == shape
    else { return nil }
    let options = try reader.use.table(TFLiteSchema.Operator.options)
    let number = try options?.integer(TFLiteSchema.Addition.activation, absent: Int8(0)) ?? 0
    return ClosedRange(ofActivation: number).map { (reader.index, output, $0) }
  }

  /// The PReLU operator, with an alpha for each channel, that is the only reader of an output.
  private func activation(of result: Int32) throws(TasksError) -> (index: Int, output: Int32, alpha: [Float])? {
    guard let reader = onlyReader(of: result), reader.name == "PRELU", reader.inputs.count == 2,
      reader.inputs[0] == result, let output = reader.outputs.first, reader.outputs.count == 1,
      let shape = try floatShape(of: output), try floatShape(of: result) == shape,
      let alpha = try floatConstant(reader.inputs[1]), alpha.shape == [1, 1, shape[3]]
    else { return nil }
    return (reader.index, output, alpha.floats)
  }
}

extension ParsedModel {
  /// The convolutions that custom operators can run, fused to blocks, in execution order. None in a model with control
  /// flow, or whose operators do not compute every tensor once and before it is read.
  ///
  /// They have a fixed shape with a batch of 1, square windows without dilation, and constant weights, dense or at most
  /// half of them nonzero (sparse). Floating-point depthwise ones have a multiple of 8 channels; all depthwise ones
  /// have windows of 3 or 5 and strides of 1 or 2. A PAD operator before a floating-point convolution becomes its
  /// padding. Quantized ones have dense weights.
  ///
  /// The kernels decide what they support and how much memory it may take (`vision_block_sizes`, `KernelBudget`).
  func fusedConvolutions() throws(TasksError) -> [(use: CustomOperatorUse, block: FusedConvolution)] {
    guard let graph = try ModelGraph(data),
      !graph.producers.all.contains(where: { $0.name.hasPrefix(CustomOperatorUse.namePrefix) })
    else { return [] }
    return try graph.blocks()
  }
}
