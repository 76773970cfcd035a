import VisionCore
import VisionModels

/// A block: consecutive convolutions, each the only reader of the one before it, and the operators that follow them.
///
/// ```
/// x → convolution [→ PReLU or hard swish] → … → convolution [→ + residual, bounded] [→ PReLU] → result
/// residual: a tensor of the result's shape, or x [→ maximum of 2 × 2 pixels] [→ more channels, 0]
/// ```
/// In the place of a residual the last convolution may have uniform channels (`UniformChannels`).
struct FusedConvolution: Sendable {
  let convolutions: [Convolution]
  /// The bounds of the sum with the residual after the last convolution; nil without one.
  let sum: ClosedRange<Float>?
  /// Whether the residual is an input of its own, not the block's input.
  var hasResidual = false
  var residual = FusedResidual()
  let alpha: [Float]?
  /// Whether the input is uint8 for convolutions of int8, or int8 for those of uint8.
  var hasOtherInput = false

  var inputShape: [Int] { convolutions.first.map { $0.shape.input.dimensions + [$0.shape.inputs] } ?? [] }
  var outputShape: [Int] { convolutions.last?.outputShape ?? [] }
  /// The shapes of the tensors that it reads and computes.
  var inputTensor: [Int] { convolutions.first?.inputTensor ?? [] }
  var outputTensor: [Int] { convolutions.last?.outputTensor ?? [] }
  /// The shape of its second input, a residual or the pixel of uniform channels; nil without one.
  var secondTensor: [Int]? { hasResidual ? outputTensor : convolutions.last?.uniform?.tensorShape }
  /// The bytes of memory beside that of the convolutions: of the output before its pixels are shuffled, or of what sums
  /// start with, for whole vectors. The kernels accepted the shapes, so this does not overflow.
  var byteCountBeside: Int {
    if let sums = uniformSums { return 4 * (sums.outputShape[2] + 15) }
    return convolutions.last?.isShuffled == true ? outputShape.reduce(4, *) : 0
  }
  var isQuantized: Bool { convolutions.first?.isQuantized == true }
  var inputType: TensorElementType { type(isOther: hasOtherInput) }
  var outputType: TensorElementType { type(isOther: false) }
  var macs: MACs {
    let sum = convolutions.reduce(0) { $0 + $1.macs }
    return isQuantized ? MACs(byte: sum) : MACs(float: sum)
  }
  /// The MACs that the runtime would need, with sparse convolutions' zeros.
  var runtimeMACs: Int { convolutions.reduce(0) { $0 + $1.runtimeMACs } }

  private func type(isOther: Bool) -> TensorElementType {
    guard case .quantized(let constants) = convolutions.first?.kind else { return .float32 }
    return constants.isSigned != isOther ? .int8 : .uint8
  }
}

extension ModelGraph {
  typealias Block = (use: CustomOperatorUse, block: FusedConvolution)

  /// The convolutions that can be fused, joined to blocks, in execution order.
  func blocks() throws(TasksError) -> [Block] {
    let found = try convolutions()
    let byPlace = Dictionary(uniqueKeysWithValues: found.map { ($0.index, $0) })
    // Convolutions, and additions, that are in a block.
    var taken: Set<Int> = []
    var blocks: [Block] = []
    for first in found where !taken.contains(first.index) {
      var chain = [first]
      while let next = follower(of: chain[chain.count - 1], among: byPlace) { chain.append(next) }
      taken.formUnion(chain.map(\.index))
      blocks.append(try block(of: chain, &taken))
    }
    return blocks
  }

  /// The convolution that is the only reader of a convolution's output, with or without an operator between that
  /// becomes part of it. It has to come later: in a damaged model readers may form a cycle.
  private func follower(of site: ConvolutionSite, among sites: [Int: ConvolutionSite]) -> ConvolutionSite? {
    guard !site.convolution.isShuffled, site.convolution.uniform == nil, var reader = onlyReader(of: site.output)
    else { return nil }
    if ["PAD", "CONCATENATION"].contains(reader.name), let changed = reader.outputs.first,
      let next = onlyReader(of: changed)
    {
      reader = next
    }
    guard let next = sites[reader.index], next.input == site.output, next.index > site.index else { return nil }
    // A fully connected layer may read the pixels of an image as one.
    let (shape, following) = (site.convolution.shape, next.convolution.shape)
    return following.input == shape.output && following.inputs == shape.outputs ? next : nil
  }

  private func block(of chain: [ConvolutionSite], _ taken: inout Set<Int>) throws(TasksError) -> Block {
    let (first, last) = (chain[0], chain[chain.count - 1])
    var (index, output, alpha) = (last.end, last.output, last.convolution.alpha)
    var sum: ClosedRange<Float>?
    var inputs = [first.input]
    var residual = FusedResidual()
    var operators = Set(chain.map(\.index))
    // A PAD operator, or a concatenation.
    if let own = producers.all[first.index].inputs.first, own != first.input, let producer = producers[own] {
      operators.insert(producer.index)
    }
    // Only float32 kernels have an epilogue. Only that of dense ones may end with a PReLU.
    let isDense = if case .dense = last.convolution.kind { !last.convolution.isShuffled } else { false }
    if let uniform = last.convolution.uniform {
      inputs.append(uniform.tensor)
    } else if !last.convolution.isQuantized, !last.convolution.isShuffled, alpha == nil,
      let addition = try addition(of: output, except: taken)
    {
      taken.insert(addition.index)
      operators.insert(addition.index)
      if isDense, let derived = try self.residual(addition.residual, from: first.input) {
        residual = derived.residual
        operators.formUnion(derived.operators)
      } else if addition.residual != first.input {
        inputs.append(addition.residual)
      }
      (index, output, sum) = (addition.index, addition.output, addition.bounds)
      if let relu = try relu(of: output, after: addition.bounds) { (index, output, sum) = relu }
      if isDense, let prelu = try prelu(of: output) { (index, output, alpha) = prelu }
    }
    let other = first.convolution.isQuantized ? try otherType(of: first.input) : nil
    if let other { inputs[0] = other }
    let use = CustomOperatorUse(
      name: "\(CustomOperatorUse.namePrefix)\(index)", index: index, inputs: inputs, output: output,
      densifies: chain.compactMap(\.densify), operators: operators)
    return (
      use,
      FusedConvolution(
        convolutions: chain.map(\.convolution), sum: sum, hasResidual: sum != nil && inputs.count > 1,
        residual: residual, alpha: alpha, hasOtherInput: other != nil)
    )
  }

  /// The ADD operator that is the only reader of an output, unless another block has it, and the computed tensor of the
  /// same shape that it adds.
  private func addition(
    of result: Int32, except taken: Set<Int>
  ) throws(TasksError) -> (index: Int, residual: Int32, output: Int32, bounds: ClosedRange<Float>)? {
    guard let reader = onlyReader(of: result), !taken.contains(reader.index), reader.name == "ADD",
      reader.inputs.count == 2, let residual = reader.inputs.first(where: { $0 != result }), residual >= 0,
      try !isConstant(residual), let output = reader.outputs.first, reader.outputs.count == 1,
      let shape = try floatShape(of: output), try floatShape(of: residual) == shape,
      try floatShape(of: result) == shape
    else { return nil }
    let options = try reader.use.table(TFLiteSchema.Operator.options)
    let number = try options?.integer(TFLiteSchema.Addition.activation, absent: Int8(0)) ?? 0
    return ClosedRange(ofActivation: number).map { (reader.index, residual, output, $0) }
  }

  /// The PReLU operator, with an alpha for each channel, that is the only reader of an output.
  func prelu(of result: Int32) throws(TasksError) -> (index: Int, output: Int32, alpha: [Float]?)? {
    guard let reader = onlyReader(of: result), reader.name == "PRELU", reader.inputs.count == 2,
      let output = try sameShape(reader, of: result), let channels = try floatShape(of: output)?.last,
      let alpha = try floatConstant(reader.inputs[1]), alpha.shape == [1, 1, channels]
    else { return nil }
    return (reader.index, output, alpha.floats)
  }

  /// The operator that computes hard swish of an output, and is its only reader.
  func hardSwish(of result: Int32) throws(TasksError) -> (index: Int, output: Int32)? {
    guard let reader = onlyReader(of: result), reader.name == "HARD_SWISH", reader.inputs.count == 1,
      let output = try sameShape(reader, of: result)
    else { return nil }
    return (reader.index, output)
  }

  /// The operator that bounds an output without bounds, and is its only reader.
  func relu(
    of result: Int32, after bounds: ClosedRange<Float>
  ) throws(TasksError) -> (index: Int, output: Int32, bounds: ClosedRange<Float>)? {
    let all: [String: ClosedRange<Float>] = ["RELU": 0...Float.infinity, "RELU6": 0...6, "RELU_N1_TO_1": -1...1]
    guard bounds == -Float.infinity...Float.infinity, let reader = onlyReader(of: result),
      let bounds = all[reader.name], reader.inputs.count == 1, let output = try sameShape(reader, of: result)
    else { return nil }
    return (reader.index, output, bounds)
  }

  /// The only output of an operator that reads a result first, of the same four dimensions.
  private func sameShape(_ reader: Operator, of result: Int32) throws(TasksError) -> Int32? {
    guard reader.inputs.first == result, let output = reader.outputs.first, reader.outputs.count == 1,
      let shape = try floatShape(of: output), shape.count == 4, try floatShape(of: result) == shape
    else { return nil }
    return output
  }
}

extension ParsedModel {
  /// The convolutions that custom operators can run, fused to blocks, in execution order. None in a model with control
  /// flow, or whose operators do not compute every tensor once and before it is read.
  /// They have a fixed shape with a batch of 1, square windows, and constant weights, dense or at most half of them
  /// nonzero (sparse). Floating-point depthwise ones have at least 8 channels, and may be dilated where they keep the
  /// image's size; all depthwise ones have windows of 3 or 5 and strides of 1 or 2. A PAD operator before a
  /// floating-point convolution becomes its padding, RELU and PRELU operators after it become its activation.
  /// MediaPipe's transposed convolution to one channel is one where its windows are 2 × 2 and do not overlap, and so is
  /// a fully connected layer. Quantized ones have dense weights, and a block of them reads the input of a QUANTIZE
  /// operator that only changes the type. The kernels decide what they support and how much memory it may take
  /// (`vision_block_sizes`, `KernelBudget`).
  func fusedConvolutions() throws(TasksError) -> [ModelGraph.Block] {
    guard let graph = try ModelGraph(data), !graph.hasCustomOperators else { return [] }
    return try graph.blocks()
  }
}
