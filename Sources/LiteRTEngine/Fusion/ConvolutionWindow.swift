import VisionCore
import VisionModels

/// The window of a convolution operator, with the padding of a PAD operator before it, which need not run then.
struct ConvolutionWindow {
  /// The input tensor, before a PAD operator.
  let source: Int32
  let shape: ConvolutionShape
  let bounds: ClosedRange<Float>
  let isDepthwise: Bool

  /// The window of a floating-point convolution. Nil for windows that are not square or are dilated, for strides that
  /// differ by dimension, for activations other than bounds, and for shapes that contradict each other.
  init?(_ producer: ModelGraph.Operator, isDepthwise: Bool, in graph: ModelGraph) throws(TasksError) {
    guard let geometry = try WindowGeometry(producer, isDepthwise: isDepthwise, in: graph) else { return nil }
    let (source, margins) = try Self.source(producer, geometry: geometry, in: graph)
    self.init(
      source, try graph.imageShape(of: source), try graph.imageShape(of: producer.outputs[0]), geometry: geometry,
      margins: margins, isDepthwise: isDepthwise)
  }

  /// The window of a quantized convolution, without a PAD operator before it.
  init?(_ producer: ModelGraph.Operator, isDepthwise: Bool, ofBytesIn graph: ModelGraph) throws(TasksError) {
    guard let geometry = try WindowGeometry(producer, isDepthwise: isDepthwise, in: graph),
      let data = try graph.quantizedTensor(producer.inputs[0]),
      let result = try graph.quantizedTensor(producer.outputs[0])
    else { return nil }
    self.init(
      producer.inputs[0], ModelGraph.imageShape(data.shape), ModelGraph.imageShape(result.shape), geometry: geometry,
      margins: nil, isDepthwise: isDepthwise)
  }

  private init?(
    _ source: Int32, _ data: (size: SpatialSize, channels: Int)?, _ result: (size: SpatialSize, channels: Int)?,
    geometry: WindowGeometry, margins: (height: Margins, width: Margins)?, isDepthwise: Bool
  ) {
    guard let data, let result,
      let top = geometry.padding(data.size.height, result.size.height, given: margins?.height),
      let left = geometry.padding(data.size.width, result.size.width, given: margins?.width)
    else { return nil }
    self.source = source
    shape = ConvolutionShape(
      input: data.size, output: result.size, inputs: data.channels, outputs: result.channels, window: geometry.window,
      stride: geometry.stride, padding: SpatialSize(height: top, width: left))
    bounds = geometry.bounds
    self.isDepthwise = isDepthwise
  }

  /// The shape that the weights have in the file.
  var weightShape: [Int] {
    isDepthwise
      ? [1, shape.window, shape.window, shape.outputs] : [shape.outputs, shape.window, shape.window, shape.inputs]
  }

  /// Whether kernels for depthwise convolutions have such windows.
  var hasDepthwiseKernel: Bool {
    [3, 5].contains(shape.window) && [1, 2].contains(shape.stride) && shape.inputs == shape.outputs
  }

  /// The input tensor, and the margins that a PAD operator adds.
  private static func source(
    _ producer: ModelGraph.Operator, geometry: WindowGeometry, in graph: ModelGraph
  ) throws(TasksError) -> (tensor: Int32, margins: (height: Margins, width: Margins)?) {
    let data = producer.inputs[0]
    guard !geometry.isPaddedToSame, graph.onlyReader(of: data) != nil, let pad = graph.producers[data],
      pad.name == "PAD", pad.inputs.count == 2, let widths = try paddings(pad.inputs[1], in: graph),
      widths[0].isNone, widths[3].isNone
    else { return (data, nil) }
    return (pad.inputs[0], (widths[1], widths[2]))
  }

  private static func paddings(_ index: Int32, in graph: ModelGraph) throws(TasksError) -> [Margins]? {
    guard let numbers = try graph.integers(index), numbers.count == 8,
      try TensorInfo(graph.tensor(index)).shape == [4, 2]
    else { return nil }
    return (0..<4).map { Margins(before: numbers[2 * $0], after: numbers[2 * $0 + 1]) }
  }
}

/// Zero padding before and after a dimension.
private struct Margins {
  let before: Int
  let after: Int

  var isNone: Bool { before == 0 && after == 0 }
}

/// The size, stride and padding of a window, as the operator says.
private struct WindowGeometry {
  /// Rows and columns of the window.
  let window: Int
  let stride: Int
  /// Whether padding is SAME; else it is VALID.
  let isPaddedToSame: Bool
  let bounds: ClosedRange<Float>

  /// The window of an operator with three inputs, the second of which is its weights. Nil for windows that are not
  /// square or are dilated, and for strides that differ by dimension.
  init?(_ producer: ModelGraph.Operator, isDepthwise: Bool, in graph: ModelGraph) throws(TasksError) {
    // CONV_2D and DEPTHWISE_CONV_2D have padding and strides at the same places.
    typealias Slot = TFLiteSchema.Convolution
    typealias Depthwise = TFLiteSchema.DepthwiseConvolution
    guard producer.inputs.count == 3, producer.outputs.count == 1,
      let options = try producer.use.table(TFLiteSchema.Operator.options)
    else { return nil }
    let weights = try graph.tensor(producer.inputs[1]).integers(TFLiteSchema.Tensor.shape, as: Int32.self)
    let strides = (
      try options.integer(Slot.strideWidth, absent: Int32(0)), try options.integer(Slot.strideHeight, absent: Int32(0))
    )
    let dilations = (
      try options.integer(isDepthwise ? Depthwise.dilationWidth.slot : Slot.dilationWidth.slot, absent: Int32(1)),
      try options.integer(isDepthwise ? Depthwise.dilationHeight.slot : Slot.dilationHeight.slot, absent: Int32(1))
    )
    guard weights.count == 4, weights[1] == weights[2], weights[1] > 0, strides.0 == strides.1, strides.0 > 0,
      dilations == (1, 1),
      let bounds = try ClosedRange(
        ofActivation: options.integer(isDepthwise ? Depthwise.activation.slot : Slot.activation.slot, absent: Int8(0)))
    else { return nil }
    window = Int(weights[1])
    stride = Int(strides.0)
    isPaddedToSame = try options.integer(Slot.padding, absent: Int8(0)) == 0
    self.bounds = bounds
  }

  /// The zeros before a dimension of the input, with those that a PAD operator adds; nil when the dimensions contradict
  /// each other.
  func padding(_ input: Int, _ output: Int, given margins: Margins?) -> Int? {
    if isPaddedToSame {
      guard output == (input + stride - 1) / stride else { return nil }
      // An odd one goes to the end.
      return max((output - 1) * stride + window - input, 0) / 2
    }
    let margins = margins ?? Margins(before: 0, after: 0)
    guard (0..<window).contains(margins.before), (0..<window).contains(margins.after) else { return nil }
    let length = input + margins.before + margins.after
    guard length >= window, output == (length - window) / stride + 1 else { return nil }
    return margins.before
  }
}
