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

  private typealias Extent = DepthwiseConvolution.Extent
  private typealias Producer = OperatorProducers.Producer

  private let tensors: [FlatBufferTable]
  private let buffers: [FlatBufferTable]
  private let producers: OperatorProducers
  /// How often a tensor is read, by operators or as an output of the model.
  private var readers: [Int32: Int] = [:]

  init(_ model: FlatBufferTable, subgraph: FlatBufferTable) throws(TasksError) {
    tensors = try subgraph.tables(TFLiteSchema.Subgraph.tensors)
    buffers = try model.tables(TFLiteSchema.Model.buffers)
    producers = try OperatorProducers(subgraph, codes: model.tables(TFLiteSchema.Model.operatorCodes))
    let outputs = try subgraph.integers(TFLiteSchema.Subgraph.outputs, as: Int32.self)
    for tensor in outputs + producers.all.flatMap(\.inputs) { readers[tensor, default: 0] += 1 }
  }

  /// All that were found, in the order in which they run.
  func sites() throws(TasksError) -> [Site] {
    var sites: [Site] = []
    for producer in producers.all where producer.name == OperatorWork.depthwiseConvolution.rawValue {
      if let site = try site(producer) { sites.append(site) }
    }
    return sites
  }

  private func site(_ producer: Producer) throws(TasksError) -> Site? {
    guard producer.inputs.count == 3, producer.outputs.count == 1, let geometry = try geometry(producer),
      let weights = try floats(producer.inputs[1]), let biases = try floats(producer.inputs[2]),
      let result = try shape(producer.outputs[0]), result.channels == biases.count,
      weights.count == geometry.window * geometry.window * result.channels, result.channels % 8 == 0
    else { return nil }
    let (source, margins) = try source(producer, geometry: geometry)
    guard let data = try shape(source), data.channels == result.channels,
      let top = geometry.padding(data.extent.height, result.extent.height, given: margins?.height),
      let left = geometry.padding(data.extent.width, result.extent.width, given: margins?.width)
    else { return nil }
    return Site(
      index: producer.index, input: source, output: producer.outputs[0],
      convolution: DepthwiseConvolution(
        input: data.extent, output: result.extent, channels: result.channels, window: geometry.window,
        stride: geometry.stride, padding: Extent(height: top, width: left), bounds: geometry.bounds, weights: weights,
        biases: biases))
  }

  private func geometry(_ producer: Producer) throws(TasksError) -> WindowGeometry? {
    guard let options = try producer.use.table(TFLiteSchema.Operator.options) else { return nil }
    let window = try tensor(producer.inputs[1]).integers(TFLiteSchema.Tensor.shape, as: Int32.self)
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
      let bounds = try Self.bounds(ofActivation: options.integer(Slot.activation, absent: Int8(0)))
    else { return nil }
    return WindowGeometry(
      window: Int(window[1]), stride: Int(strides.0),
      isPaddedToSame: try options.integer(Slot.padding, absent: Int8(0)) == 0, bounds: bounds)
  }

  /// The bounds that the activation function of a convolution sets; nil for functions that do more than that.
  private static func bounds(ofActivation number: Int8) throws(TasksError) -> ClosedRange<Float>? {
    switch number {
    case 0: -Float.infinity...Float.infinity
    case 1: 0...Float.infinity
    case 2: -1...1
    case 3: 0...6
    default: nil
    }
  }

  /// Where the data comes from, and the zeros that a PAD operator puts around it, which need not be written then.
  private func source(
    _ producer: Producer, geometry: WindowGeometry
  ) throws(TasksError) -> (tensor: Int32, margins: (height: Margins, width: Margins)?) {
    let data = producer.inputs[0]
    guard !geometry.isPaddedToSame, readers[data] == 1, let pad = producers[data], pad.name == "PAD",
      pad.inputs.count == 2, let widths = try paddings(pad.inputs[1]), widths[0].isNone, widths[3].isNone
    else { return (data, nil) }
    return (pad.inputs[0], (widths[1], widths[2]))
  }

  /// The zeros before and after each dimension.
  private func paddings(_ index: Int32) throws(TasksError) -> [Margins]? {
    let info = try TensorInfo(tensor(index))
    guard info.elementType == .int32, info.shape == [4, 2], let bytes = try constant(index), bytes.count == 32 else {
      return nil
    }
    return (0..<4).map { dimension in
      func number(_ place: Int) -> Int { Int(bytes.integer(Int32.self, at: 8 * dimension + 4 * place) ?? 0) }
      return Margins(before: number(0), after: number(1))
    }
  }

  /// The extents of a floating-point tensor of one picture.
  private func shape(_ index: Int32) throws(TasksError) -> (extent: Extent, channels: Int)? {
    let info = try TensorInfo(tensor(index))
    guard info.elementType == .float32, info.shape.count == 4, info.shape[0] == 1,
      info.shape.allSatisfy({ (1...Self.mostExtent).contains($0) })
    else { return nil }
    return (Extent(height: info.shape[1], width: info.shape[2]), info.shape[3])
  }

  /// Larger tensors are left to the runtime; it bounds what a hostile file can ask for.
  private static let mostExtent = 1 << 14

  /// The elements of a constant tensor, stored as 32- or 16-bit floats.
  private func floats(_ index: Int32) throws(TasksError) -> [Float]? {
    if let producer = producers[index] {
      guard producer.name == "DEQUANTIZE", let stored = producer.inputs.first, producers[stored] == nil else {
        return nil
      }
      return try constant(stored, of: .float16)?.integers(UInt16.self).map(Float.init(halfBits:))
    }
    return try constant(index, of: .float32)?.integers(UInt32.self).map(Float.init(bitPattern:))
  }

  private func constant(_ index: Int32, of type: TensorElementType) throws(TasksError) -> ModelData? {
    try tensor(index).integer(TFLiteSchema.Tensor.type, absent: UInt8(0)) == type.rawValue ? try constant(index) : nil
  }

  /// The bytes of a constant tensor that the file has in one piece.
  private func constant(_ index: Int32) throws(TasksError) -> ModelData? {
    let table = try tensor(index)
    let buffer = Int(try table.integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)))
    guard buffers.indices.contains(buffer), try table.reference(TFLiteSchema.Tensor.sparsity) == nil else { return nil }
    return try buffers[buffer].bytes(TFLiteSchema.Buffer.data)
  }

  private func tensor(_ index: Int32) throws(TasksError) -> FlatBufferTable {
    guard tensors.indices.contains(Int(index)) else {
      throw TasksError.invalidArgument(
        "The model file is damaged: it names tensor \(index) of \(tensors.count). Fetch or copy it again.")
    }
    return tensors[Int(index)]
  }
}
