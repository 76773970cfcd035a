import VisionCore
import VisionModels

/// A convolution and its place in the model.
struct ConvolutionSite {
  let index: Int
  /// The input tensor, before a PAD operator.
  let input: Int32
  let output: Int32
  let convolution: Convolution
  /// The index of the DENSIFY operator of its weights.
  var densify: Int?
}

/// Finds the convolutions of a model that can be fused: with a fixed shape and square windows; depthwise ones with windows of
/// 3 or 5 and strides of 1 or 2.
struct ConvolutionSearch {
  private let graph: ModelGraph

  /// At most one weight in so many is nonzero in a sparse convolution; else looking each one up does not pay off.
  private static let minSparsity = 2

  init(_ graph: ModelGraph) { self.graph = graph }

  /// All of them, in execution order.
  func sites() throws(TasksError) -> [ConvolutionSite] {
    var sites: [ConvolutionSite] = []
    for producer in graph.producers.all {
      switch OperatorWork(rawValue: producer.name) {
      case .convolution:
        if let site = try sparse(producer) {
          sites.append(site)
        } else if let site = try site(producer, isDepthwise: false) {
          sites.append(site)
        }
      case .depthwiseConvolution:
        if let site = try site(producer, isDepthwise: true) { sites.append(site) }
      default: break
      }
    }
    return sites
  }

  private func site(_ producer: ModelGraph.Operator, isDepthwise: Bool) throws(TasksError) -> ConvolutionSite? {
    if let site = try float(producer, isDepthwise: isDepthwise) { return site }
    return try quantized(producer, isDepthwise: isDepthwise)
  }

  /// ```
  /// data [← PAD], weights [← DEQUANTIZE], biases [← DEQUANTIZE] → CONV_2D or DEPTHWISE_CONV_2D → result
  /// ```
  private func float(_ producer: ModelGraph.Operator, isDepthwise: Bool) throws(TasksError) -> ConvolutionSite? {
    guard let window = try ConvolutionWindow(producer, isDepthwise: isDepthwise, in: graph),
      !isDepthwise || (window.hasDepthwiseKernel && window.shape.outputs % 8 == 0),
      let weights = try graph.floatConstant(producer.inputs[1]), weights.shape == window.weightShape,
      let biases = try graph.floatConstant(producer.inputs[2])?.floats, biases.count == window.shape.outputs
    else { return nil }
    return site(
      of: producer, window,
      isDepthwise
        ? .depthwise(weights: weights.floats, biases: biases, bounds: window.bounds)
        : .dense(weights: weights, biases: biases, bounds: window.bounds))
  }

  /// ```
  /// data, weights, biases → CONV_2D or DEPTHWISE_CONV_2D → result
  /// ```
  private func quantized(_ producer: ModelGraph.Operator, isDepthwise: Bool) throws(TasksError) -> ConvolutionSite? {
    guard let window = try ConvolutionWindow(producer, isDepthwise: isDepthwise, ofBytesIn: graph),
      !isDepthwise || window.hasDepthwiseKernel, let data = try graph.quantizedTensor(window.source),
      let result = try graph.quantizedTensor(producer.outputs[0]), result.isSigned == data.isSigned,
      let weights = try graph.quantizedConstant(producer.inputs[1], isSigned: data.isSigned),
      weights.shape == window.weightShape,
      let weightScales = weights.scales(count: window.shape.outputs, dimension: isDepthwise ? 3 : 0),
      let biases = try graph.integers(producer.inputs[2])?.map(Int32.init(truncatingIfNeeded:)),
      biases.count == window.shape.outputs, let bounds = result.bounds(window.bounds)
    else { return nil }
    // XNNPACK's order: one product, then one quotient.
    let scales = weightScales.map { data.scale * $0 / result.scale }
    guard scales.allSatisfy({ (0x1p-32..<0x1p8).contains($0) }) else { return nil }
    let constants = QuantizedConstants(
      isDepthwise: isDepthwise, isSigned: data.isSigned, inputZeroPoint: data.zeroPoint,
      weightZeroPoint: weights.zeroPoint, outputZeroPoint: result.zeroPoint, bounds: bounds, scales: scales,
      biases: biases, weights: weights.bytes)
    return site(of: producer, window, .quantized(constants))
  }

  private func site(
    of producer: ModelGraph.Operator, _ window: ConvolutionWindow, _ kind: Convolution.Kind
  ) -> ConvolutionSite {
    ConvolutionSite(
      index: producer.index, input: window.source, output: producer.outputs[0],
      convolution: Convolution(shape: window.shape, kind: kind))
  }

  /// ```
  /// data, weights ← [DEQUANTIZE ←] DENSIFY, biases [← DEQUANTIZE] → CONV_2D → result
  /// ```
  private func sparse(_ producer: ModelGraph.Operator) throws(TasksError) -> ConvolutionSite? {
    guard producer.inputs.count == 3, producer.outputs.count == 1, let bounds = try pointwiseBounds(producer),
      let source = weightsSource(producer.inputs[1]), let data = try graph.imageShape(of: producer.inputs[0]),
      let result = try graph.imageShape(of: producer.outputs[0]), data.size == result.size,
      data.channels % 8 == 0, result.channels % 8 == 0,
      let biases = try graph.floatConstant(producer.inputs[2])?.floats, biases.count == result.channels
    else { return nil }
    let table = try graph.tensor(source.stored)
    let shape = try TensorInfo(table).shape
    guard shape == [result.channels, 1, 1, data.channels], let rows = try SparseRows(table, shape: shape),
      let values = try floats(table, isHalf: source.isHalf), values.count == rows.columns.count,
      rows.isAscending, values.count <= data.channels * result.channels / Self.minSparsity
    else { return nil }
    // They stay in memory, 12 bytes each, and many operators may share the stored ones.
    try table.buffer.budget.spend(12 * values.count)
    let weights = SparseWeights(
      starts: rows.starts.map(Int32.init), columns: rows.columns.map(Int32.init), values: values)
    let convolution = Convolution(
      shape: ConvolutionShape(input: data.size, output: data.size, inputs: data.channels, outputs: result.channels),
      kind: .sparse(weights: weights, biases: biases, bounds: bounds))
    return ConvolutionSite(
      index: producer.index, input: producer.inputs[0], output: producer.outputs[0], convolution: convolution,
      densify: source.densify)
  }

  /// The output's bounds; nil with a stride or dilation, which would leave pixels out.
  private func pointwiseBounds(_ producer: ModelGraph.Operator) throws(TasksError) -> ClosedRange<Float>? {
    typealias Slot = TFLiteSchema.Convolution
    guard let options = try producer.use.table(TFLiteSchema.Operator.options) else { return nil }
    let strides = (
      try options.integer(Slot.strideWidth, absent: Int32(0)), try options.integer(Slot.strideHeight, absent: Int32(0))
    )
    guard strides == (1, 1) else { return nil }
    return ClosedRange(ofActivation: try options.integer(Slot.activation, absent: Int8(0)))
  }

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
