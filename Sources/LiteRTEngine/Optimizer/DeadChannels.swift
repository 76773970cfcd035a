import VisionCore
import VisionModels

/// Constant floats that only one operator reads, in a buffer that nothing else uses, so that they may be changed.
struct OwnConstant {
  let numbers: FloatConstant
  let buffer: Int

  /// The tensors that hold them: with float16 also the DEQUANTIZE operator's output.
  var tensors: [Int32] { numbers.isHalf ? [numbers.tensor, numbers.stored] : [numbers.tensor] }
}

extension GraphChanges {
  /// Keeps some slices of weights or biases along a dimension.
  fileprivate mutating func keep(_ slices: [Int], of constant: OwnConstant, along dimension: Int) {
    var shape = constant.numbers.shape
    shape[dimension] = slices.count
    tensors += constant.tensors.map { TensorChange(tensor: $0, shape: shape) }
    contents.append(BufferContent(buffer: constant.buffer, piece: constant.numbers.keeping(slices, along: dimension)))
  }
}

/// Finds the dead channels of a model, those that are 0 for every input, so that they can be pruned.
///     data ── CONV_2D ── DEPTHWISE_CONV_2D [── MEAN] ─┬─ pointwise CONV_2D, or FULLY_CONNECTED
///                                                     └─ …
/// The readers add 0 times a weight for such a channel. Without it their sums are the same, to the last bit.
/// A depthwise convolution whose weights for a channel are all 0 gives that channel's bias everywhere. So does one of a
/// channel that is 0 everywhere, since zero padding changes nothing then: the convolution before it has zero weights
/// for the channel, and a bias that its activation clamps to 0. Such a channel is dead if the bias is clamped to 0 as
/// well. Other constants stay: moved into the next biases they would be added in another order, which changes the last
/// bits.
extension ModelGraph {
  /// A convolution or fully connected layer with weights and biases that no other operator reads.
  private struct Layer {
    let use: Operator
    let weights: OwnConstant
    let biases: OwnConstant
    let shapes: (data: [Int], result: [Int])
  }

  /// The channels that a kernel computes at a time; with fewer, registers stay partly empty.
  private static let group = 16

  /// The changes that prune all of them.
  func deadChannels() throws(TasksError) -> GraphChanges {
    var all = GraphChanges()
    var taken: Set<Int32> = []
    for producer in producers.all where producer.name == OperatorWork.convolution.rawValue {
      guard let changes = try changes(after: producer) else { continue }
      // A tensor that one pruning changes is not changed by another.
      let tensors = changes.tensors.map(\.tensor)
      guard taken.isDisjoint(with: tensors) else { continue }
      taken.formUnion(tensors)
      all.tensors += changes.tensors
      all.contents += changes.contents
    }
    return all
  }

  private func changes(after producer: Operator) throws(TasksError) -> GraphChanges? {
    guard producer.outputs.count == 1, let next = onlyReader(of: producer.outputs[0]),
      next.name == OperatorWork.depthwiseConvolution.rawValue, let first = try layer(producer),
      let second = try layer(next, reading: producer.outputs[0]), Self.fit(first, second),
      let kept = try keptChannels(between: first, second)
    else { return nil }
    var ends = [next.outputs[0]]
    if let mean = onlyReader(of: ends[0]), mean.name == "MEAN" {
      guard try keepsChannels(mean) else { return nil }
      ends.append(mean.outputs[0])
    }
    guard let last = readers(of: ends[ends.count - 1]), !last.isEmpty else { return nil }
    var changes = GraphChanges()
    for tensor in producer.outputs + ends {
      guard let shape = try floatShape(of: tensor), shape.last == first.biases.numbers.shape[0] else { return nil }
      changes.tensors.append(TensorChange(tensor: tensor, shape: shape.dropLast() + [kept.count]))
    }
    for constant in [first.weights, first.biases, second.biases] { changes.keep(kept, of: constant, along: 0) }
    changes.keep(kept, of: second.weights, along: 3)
    for reader in last {
      guard let layer = try layer(reader, reading: ends[ends.count - 1]), try readsSinglePixels(layer)
      else { return nil }
      changes.keep(kept, of: layer.weights, along: layer.weights.numbers.shape.count - 1)
    }
    return changes
  }

  private func layer(_ use: Operator, reading data: Int32? = nil) throws(TasksError) -> Layer? {
    guard use.inputs.count == 3, use.outputs.count == 1, data == nil || use.inputs[0] == data,
      let weights = try ownConstant(use.inputs[1]), let biases = try ownConstant(use.inputs[2]),
      biases.numbers.shape.count == 1, let source = try floatShape(of: use.inputs[0]),
      let result = try floatShape(of: use.outputs[0]), result.last == biases.numbers.shape[0]
    else { return nil }
    return Layer(use: use, weights: weights, biases: biases, shapes: (source, result))
  }

  /// Whether weights have the layout output channels, rows, columns, input channels, and 1, rows, columns, channels.
  private static func fit(_ first: Layer, _ second: Layer) -> Bool {
    let (full, single) = (first.weights.numbers.shape, second.weights.numbers.shape)
    // Fewer input channels in the weights than in the data would mean a grouped convolution.
    return full.count == 4 && full[0] == first.shapes.result.last && full[3] == first.shapes.data.last
      && single.count == 4 && single[0] == 1 && single[3] == full[0] && second.shapes.result.last == full[0]
  }

  /// The floats of a tensor that only one operator reads, in a buffer that nothing else uses; nil for others.
  func ownConstant(_ index: Int32) throws(TasksError) -> OwnConstant? {
    guard let numbers = try floatConstant(index), onlyReader(of: index) != nil,
      onlyReader(of: numbers.stored) != nil, try floatShape(of: index) == numbers.shape
    else { return nil }
    let table = try tensor(numbers.stored)
    let signature = try table.integers(TFLiteSchema.Tensor.shapeSignature, as: Int32.self).map(Int.init)
    guard signature.isEmpty || signature == numbers.shape, let buffer = try ownBuffer(of: table) else { return nil }
    return OwnConstant(numbers: numbers, buffer: buffer)
  }

  /// The channels that stay, a multiple of the kernels' width; nil when none can be pruned.
  private func keptChannels(between first: Layer, _ second: Layer) throws(TasksError) -> [Int]? {
    guard let inner = try bounds(first, TFLiteSchema.Convolution.activation),
      let outer = try bounds(second, TFLiteSchema.DepthwiseConvolution.activation)
    else { return nil }
    let (full, single) = (first.weights.numbers, second.weights.numbers)
    let count = full.shape[0]
    let results = second.biases.numbers.floats.map(outer.clamp)
    let dead = first.biases.numbers.floats.enumerated().compactMap { channel, bias in
      let isConstant = inner.clamp(bias) == 0 && full.isZero(slice: channel) || single.isZero(column: channel)
      return isConstant && results[channel] == 0 ? channel : nil
    }
    let keptCount = max((count - dead.count + Self.group - 1) / Self.group, 1) * Self.group
    guard keptCount < count else { return nil }
    let dropped = Set(dead.suffix(count - keptCount))
    return (0..<count).filter { !dropped.contains($0) }
  }

  private func bounds(_ layer: Layer, _ slot: some FlatBufferSlot) throws(TasksError) -> ClosedRange<Float>? {
    guard let options = try layer.use.use.table(TFLiteSchema.Operator.options) else { return nil }
    return try ClosedRange(ofActivation: options.integer(slot, absent: Int8(0)))
  }

  /// Whether a mean reduces rows or columns, not channels.
  private func keepsChannels(_ mean: Operator) throws(TasksError) -> Bool {
    guard mean.inputs.count == 2, mean.outputs.count == 1, let axes = try integers(mean.inputs[1]),
      let rank = try floatShape(of: mean.inputs[0])?.count
    else { return false }
    return axes.allSatisfy { (-rank..<rank).contains($0) && ($0 + rank) % rank != rank - 1 }
  }

  /// Whether each result is a sum over the channels of one pixel.
  private func readsSinglePixels(_ layer: Layer) throws(TasksError) -> Bool {
    let (inputs, outputs) = (layer.shapes.data.last, layer.shapes.result.last)
    let shape = layer.weights.numbers.shape
    switch OperatorWork(rawValue: layer.use.name) {
    case .convolution: return shape == [outputs, 1, 1, inputs]
    case .fullyConnected:
      let options = try layer.use.use.table(TFLiteSchema.Operator.options)
      let format = try options?.integer(TFLiteSchema.FullyConnected.weightsFormat, absent: Int8(0)) ?? 0
      return shape == [outputs, inputs] && format == 0
    default: return false
    }
  }
}

extension ParsedModel {
  /// A model with fewer MACs and the same results, to the last bit: dead channels are pruned. The same bytes when there
  /// is nothing to gain, and for a model with control flow.
  /// Tensor indices, inputs, outputs, signatures and metadata stay. Dead operators are removed. Only floating-point
  /// models change. Models whose vectors are shared by several tables are refused.
  func simplified() throws(TasksError) -> ModelData {
    guard let graph = try ModelGraph(data) else { return data }
    let changes = try graph.deadChannels()
    guard !changes.isEmpty else { return data }
    return try eliminatingDeadOutputs(keeping: Array(outputs.indices), applying: changes)
  }
}
