import VisionCore
import VisionModels

/// The window, stride and padding of a convolution operator.
struct ConvolutionWindow {
  /// Fields of an operator's options, which differ between the kinds of convolutions.
  struct Slots {
    let activation: Int
    let dilationWidth: Int
    let dilationHeight: Int

    static let dense = Slots(
      activation: TFLiteSchema.Convolution.activation, dilationWidth: TFLiteSchema.Convolution.dilationWidth,
      dilationHeight: TFLiteSchema.Convolution.dilationHeight)
    static let depthwise = Slots(
      activation: TFLiteSchema.DepthwiseConvolution.activation,
      dilationWidth: TFLiteSchema.DepthwiseConvolution.dilationWidth,
      dilationHeight: TFLiteSchema.DepthwiseConvolution.dilationHeight)
  }

  /// The input tensor, before a PAD operator, which need not run then.
  let source: Int32
  let input: SpatialSize
  let inputChannels: Int
  let output: SpatialSize
  let outputChannels: Int
  let geometry: WindowGeometry
  let padding: SpatialSize

  /// The window of a floating-point convolution. Nil for windows that are not square or are dilated, for strides that
  /// differ by dimension, for activations other than bounds, and for shapes that contradict each other.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  init?(_ producer: ModelGraph.Operator, slots: Slots, in graph: ModelGraph) throws(TasksError) {
    guard Self.hasTensors(producer), let geometry = try WindowGeometry(producer, slots: slots, in: graph) else {
      return nil
    }
    let (source, margins) = try Self.source(producer, geometry: geometry, in: graph)
    self.init(
      source, try graph.imageShape(of: source), try graph.imageShape(of: producer.outputs[0]), geometry: geometry,
      margins: margins)
  }

  /// The window of a quantized convolution, without a PAD operator before it.
  init?(_ producer: ModelGraph.Operator, slots: Slots, ofBytesIn graph: ModelGraph) throws(TasksError) {
    guard Self.hasTensors(producer), let geometry = try WindowGeometry(producer, slots: slots, in: graph),
      let data = try graph.quantizedTensor(producer.inputs[0]),
      let result = try graph.quantizedTensor(producer.outputs[0])
    else { return nil }
    self.init(
      producer.inputs[0], ModelGraph.imageShape(data.shape), ModelGraph.imageShape(result.shape), geometry: geometry,
      margins: nil)
  }

  private init?(
    _ source: Int32, _ data: (size: SpatialSize, channels: Int)?,
    _ result: (size: SpatialSize, channels: Int)?, geometry: WindowGeometry,
    margins: (height: Margins, width: Margins)?
  ) {
    guard let data, let result,
      let top = geometry.padding(data.size.height, result.size.height, given: margins?.height),
      let left = geometry.padding(data.size.width, result.size.width, given: margins?.width)
    else { return nil }
    self.source = source
    input = data.size
    inputChannels = data.channels
    output = result.size
    outputChannels = result.channels
    self.geometry = geometry
    padding = SpatialSize(height: top, width: left)
  }

  private static func hasTensors(_ producer: ModelGraph.Operator) -> Bool {
    producer.inputs.count == 3 && producer.outputs.count == 1
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

  /// The zeros before and after each dimension.
  private static func paddings(_ index: Int32, in graph: ModelGraph) throws(TasksError) -> [Margins]? {
    guard let numbers = try graph.integers(index), numbers.count == 8,
      try TensorInfo(graph.tensor(index)).shape == [4, 2]
    else { return nil }
    return (0..<4).map { Margins(before: numbers[2 * $0], after: numbers[2 * $0 + 1]) }
  }
}
