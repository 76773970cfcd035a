import VisionCore
import VisionModels

/// A pointwise floating-point convolution with sparse weights, with its constants.
///
/// Tensors are NHWC with a batch of 1.
package struct SparseConvolution: Sendable, Hashable {
  /// Rows and columns of the input and of the output.
  package let size: SpatialSize
  /// The input's channels.
  package let inputs: Int
  /// The output's channels.
  package let outputs: Int
  /// The output's bounds (fused activation).
  package let bounds: ClosedRange<Float>
  /// Where each output channel's weights start, and where the last one's end.
  package let starts: [Int32]
  /// The input channel of each weight, ascending for each output channel.
  package let columns: [Int32]
  /// The nonzero weights.
  package let weights: [Float]
  /// The biases, one for each output channel.
  package let biases: [Float]

  /// The MACs of an inference, without zero weights.
  package var macs: Int { size.height * size.width * weights.count }
}

/// Finds the pointwise floating-point convolutions of a model whose weights are stored sparsely.
///
/// ```
/// data, weights ← [DEQUANTIZE ←] DENSIFY, biases [← DEQUANTIZE] → CONV_2D → result
/// ```
struct SparseConvolutionSearch {
  private let graph: ModelGraph

  /// At most one weight in so many is nonzero; else looking each one up does not pay off.
  private static let minSparsity = 2

  init(_ graph: ModelGraph) { self.graph = graph }

  /// The convolution of an operator; nil for other operators.
  func site(_ producer: ModelGraph.Operator) throws(TasksError) -> ConvolutionSite? {
    guard producer.name == OperatorWork.convolution.rawValue else { return nil }
    guard producer.inputs.count == 3, producer.outputs.count == 1, let bounds = try bounds(producer),
      let source = weightsSource(producer.inputs[1]), let data = try graph.imageShape(of: producer.inputs[0]),
      let result = try graph.imageShape(of: producer.outputs[0]), data.size == result.size,
      data.channels % 8 == 0, result.channels % 8 == 0,
      let biases = try graph.floatConstant(producer.inputs[2])?.floats, biases.count == result.channels
    else { return nil }
    let table = try graph.tensor(source.stored)
    let shape = try TensorInfo(table).shape
    guard shape == [result.channels, 1, 1, data.channels], let rows = try SparseRows(table, shape: shape),
      let weights = try floats(table, isHalf: source.isHalf), weights.count == rows.columns.count,
      rows.isAscending, weights.count <= data.channels * result.channels / Self.minSparsity
    else { return nil }
    // They stay in memory, 12 bytes each, and many operators may share the stored ones.
    try table.buffer.budget.spend(12 * weights.count)
    let convolution = SparseConvolution(
      size: data.size, inputs: data.channels, outputs: result.channels, bounds: bounds,
      starts: rows.starts.map(Int32.init), columns: rows.columns.map(Int32.init), weights: weights, biases: biases)
    return ConvolutionSite(
      index: producer.index, input: producer.inputs[0], output: producer.outputs[0], convolution: .sparse(convolution),
      densify: source.densify)
  }

  /// The output's bounds; nil with a stride or dilation, which would leave pixels out.
  private func bounds(_ producer: ModelGraph.Operator) throws(TasksError) -> ClosedRange<Float>? {
    typealias Slot = TFLiteSchema.Convolution
    guard let options = try producer.use.table(TFLiteSchema.Operator.options) else { return nil }
    let strides = (
      try options.integer(Slot.strideWidth, absent: Int32(0)), try options.integer(Slot.strideHeight, absent: Int32(0))
    )
    guard strides == (1, 1) else { return nil }
    return ClosedRange(ofActivation: try options.integer(Slot.activation, absent: Int8(0)))
  }

  /// The tensor of the sparse weights.
  private func weightsSource(_ index: Int32) -> (stored: Int32, densify: Int, isHalf: Bool)? {
    guard var producer = graph.producers[index] else { return nil }
    let isHalf = producer.name == "DEQUANTIZE"
    if isHalf {
      guard let dense = producer.inputs.first, let other = graph.producers[dense] else { return nil }
      producer = other
    }
    guard producer.name == "DENSIFY", let stored = producer.inputs.first else { return nil }
    return (stored, producer.index, isHalf)
  }

  private func floats(_ tensor: FlatBufferTable, isHalf: Bool) throws(TasksError) -> [Float]? {
    let type: TensorElementType = isHalf ? .float16 : .float32
    guard try tensor.integer(TFLiteSchema.Tensor.type, absent: UInt8(0)) == type.rawValue else { return nil }
    let bytes = try graph.bytes(of: tensor)
    return isHalf
      ? bytes?.integers(UInt16.self).map(Float.init(halfBits:))
      : bytes?.integers(UInt32.self).map(Float.init(bitPattern:))
  }
}
