import VisionErrors

/// Finds the depthwise convolutions of a model that can be run apart from the rest: of floats, with fixed extents, square windows
/// of 3 or 5, steps of 1 or 2.
///
/// ```
/// data [← PAD], weights [← DEQUANTIZE], biases [← DEQUANTIZE] → DEPTHWISE_CONV_2D → result
/// ```
struct DepthwiseConvolutionSearch {
  /// A convolution and the operator that it is.
  struct Site {
    let index: Int
    let input: Int32
    let output: Int32
    let convolution: DepthwiseConvolution
  }

  private typealias Producer = ModelGraph.Operator

  private let graph: ModelGraph

  init(_ graph: ModelGraph) { self.graph = graph }

  /// All that were found, in the order in which they run.
  func sites() throws(TasksError) -> [Site] {
    var sites: [Site] = []
    for producer in graph.producers.all where producer.name == OperatorWork.depthwiseConvolution.rawValue {
      if let site = try site(producer) { sites.append(site) }
    }
    return sites
  }

  private func site(_ producer: Producer) throws(TasksError) -> Site? {
    guard producer.inputs.count == 3, producer.outputs.count == 1, let geometry = try geometry(producer),
      let weights = try graph.floatConstant(producer.inputs[1])?.floats,
      let biases = try graph.floatConstant(producer.inputs[2])?.floats,
      let result = try graph.pictureShape(of: producer.outputs[0]), result.channels == biases.count,
      weights.count == geometry.window * geometry.window * result.channels, result.channels % 8 == 0
    else { return nil }
    let (source, margins) = try source(producer, geometry: geometry)
    guard let data = try graph.pictureShape(of: source), data.channels == result.channels,
      let top = geometry.padding(data.extent.height, result.extent.height, given: margins?.height),
      let left = geometry.padding(data.extent.width, result.extent.width, given: margins?.width)
    else { return nil }
    return Site(
      index: producer.index, input: source, output: producer.outputs[0],
      convolution: DepthwiseConvolution(
        input: data.extent, output: result.extent, channels: result.channels, window: geometry.window,
        stride: geometry.stride, padding: TensorExtent(height: top, width: left), bounds: geometry.bounds,
        weights: weights, biases: biases))
  }

  private func geometry(_ producer: Producer) throws(TasksError) -> WindowGeometry? {
    guard let options = try producer.use.table(TFLiteSchema.Operator.options) else { return nil }
    let window = try graph.tensor(producer.inputs[1]).integers(TFLiteSchema.Tensor.shape, as: Int32.self)
    typealias Slot = TFLiteSchema.DepthwiseConvolution
    let strides = (
      try options.integer(Slot.strideWidth, absent: Int32(0)), try options.integer(Slot.strideHeight, absent: Int32(0))
    )
    let dilations = (
      try options.integer(Slot.dilationWidth, absent: Int32(1)),
      try options.integer(Slot.dilationHeight, absent: Int32(1))
    )
    guard window.count == 4, window[0] == 1, window[1] == window[2], [3, 5].contains(window[1]),
      strides.0 == strides.1, [1, 2].contains(strides.0), dilations == (1, 1),
      let bounds = try ClosedRange(ofActivation: options.integer(Slot.activation, absent: Int8(0)))
    else { return nil }
    return WindowGeometry(
      window: Int(window[1]), stride: Int(strides.0),
      isPaddedToSame: try options.integer(Slot.padding, absent: Int8(0)) == 0, bounds: bounds)
  }

  /// Where the data comes from, and the zeros that a PAD operator puts around it, which need not be written then.
  private func source(
    _ producer: Producer, geometry: WindowGeometry
  ) throws(TasksError) -> (tensor: Int32, margins: (height: Margins, width: Margins)?) {
    let data = producer.inputs[0]
    guard !geometry.isPaddedToSame, graph.onlyReader(of: data) != nil, let pad = graph.producers[data],
      pad.name == "PAD",
      pad.inputs.count == 2, let widths = try paddings(pad.inputs[1]), widths[0].isNone, widths[3].isNone
    else { return (data, nil) }
    return (pad.inputs[0], (widths[1], widths[2]))
  }

  /// The zeros before and after each dimension.
  private func paddings(_ index: Int32) throws(TasksError) -> [Margins]? {
    guard let numbers = try graph.integers(index), numbers.count == 8,
      try TensorInfo(graph.tensor(index)).shape == [4, 2]
    else { return nil }
    return (0..<4).map { Margins(before: numbers[2 * $0], after: numbers[2 * $0 + 1]) }
  }
}
