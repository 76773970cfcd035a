import VisionErrors
import VisionModels

/// How a convolution's window goes over the data, as its operator says it.
struct ConvolutionWindow {
  /// Where an operator's options have what; kinds of convolutions differ in that.
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

  /// What is convolved, before zeros that a PAD operator writes around it, which need not be written then.
  let source: Int32
  let input: TensorExtent
  let inputChannels: Int
  let output: TensorExtent
  let outputChannels: Int
  let geometry: WindowGeometry
  let padding: TensorExtent

  /// The window over floats. Nil for windows that are not square or have gaps, for steps that differ by dimension, for other
  /// activation functions than bounds, and for extents that do not fit one another.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  init?(_ producer: ModelGraph.Operator, slots: Slots, in graph: ModelGraph) throws(TasksError) {
    guard Self.hasTensors(producer), let geometry = try WindowGeometry(producer, slots: slots, in: graph) else {
      return nil
    }
    let (source, margins) = try Self.source(producer, geometry: geometry, in: graph)
    self.init(
      source, try graph.pictureShape(of: source), try graph.pictureShape(of: producer.outputs[0]), geometry: geometry,
      margins: margins)
  }

  /// The same over bytes that stand for numbers, without a PAD operator before it.
  init?(_ producer: ModelGraph.Operator, slots: Slots, ofBytesIn graph: ModelGraph) throws(TasksError) {
    guard Self.hasTensors(producer), let geometry = try WindowGeometry(producer, slots: slots, in: graph),
      let data = try graph.byteTensor(producer.inputs[0]), let result = try graph.byteTensor(producer.outputs[0])
    else { return nil }
    self.init(
      producer.inputs[0], ModelGraph.picture(data.shape), ModelGraph.picture(result.shape), geometry: geometry,
      margins: nil)
  }

  private init?(
    _ source: Int32, _ data: (extent: TensorExtent, channels: Int)?,
    _ result: (extent: TensorExtent, channels: Int)?, geometry: WindowGeometry,
    margins: (height: Margins, width: Margins)?
  ) {
    guard let data, let result,
      let top = geometry.padding(data.extent.height, result.extent.height, given: margins?.height),
      let left = geometry.padding(data.extent.width, result.extent.width, given: margins?.width)
    else { return nil }
    self.source = source
    input = data.extent
    inputChannels = data.channels
    output = result.extent
    outputChannels = result.channels
    self.geometry = geometry
    padding = TensorExtent(height: top, width: left)
  }

  private static func hasTensors(_ producer: ModelGraph.Operator) -> Bool {
    producer.inputs.count == 3 && producer.outputs.count == 1
  }

  /// Where the data comes from, and the zeros that a PAD operator puts around it.
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
