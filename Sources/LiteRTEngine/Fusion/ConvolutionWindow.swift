import VisionCore
import VisionModels

/// The window of a convolution or a fully connected layer, with the padding of a PAD operator before it, which need not
/// run then.
struct ConvolutionWindow {
  let source: Int32
  /// The output tensor, after a RELU operator, and the index of the operator that computes it.
  let output: Int32
  let end: Int
  let shape: ConvolutionShape
  let bounds: ClosedRange<Float>
  let isDepthwise: Bool
  /// Whether tensors are int8 or uint8, else float32. Only the latter may have a PAD operator before.
  let isQuantized: Bool
  /// The shapes of a fully connected layer's tensors; nil for a convolution.
  let layer: (input: [Int], output: [Int])?

  /// Nil for windows that are not square, for dilated ones other than depthwise ones that keep the image's size, for
  /// strides and dilations that differ by dimension, for activations other than bounds, and for shapes that contradict
  /// each other.
  init?(_ producer: ModelGraph.Operator, isDepthwise: Bool, in graph: ModelGraph) throws(TasksError) {
    guard producer.inputs.count == 3, producer.outputs.count == 1,
      let table = try producer.use.table(TFLiteSchema.Operator.options)
    else { return nil }
    let weights = try graph.tensor(producer.inputs[1]).integers(TFLiteSchema.Tensor.shape, as: Int32.self).map(Int.init)
    guard weights.count == 4, weights[1] == weights[2], weights[1] > 0,
      let options = try ConvolutionOptions(table, isDepthwise: isDepthwise)
    else { return nil }
    let (window, stride, dilation) = (weights[1], options.stride, options.dilation)
    let (input, output) = (producer.inputs[0], producer.outputs[0])
    var pad: ModelGraph.SpatialPad?
    let (data, result): (ModelGraph.ImageShape?, ModelGraph.ImageShape?)
    if let floats = try graph.imageShape(of: output) {
      if !options.isSame { pad = try graph.spatialPad(before: input) }
      (data, result, isQuantized) = (try graph.imageShape(of: pad?.input ?? input), floats, false)
    } else {
      data = try graph.quantizedTensor(input).flatMap { ModelGraph.imageShape($0.shape) }
      result = try graph.quantizedTensor(output).flatMap { ModelGraph.imageShape($0.shape) }
      isQuantized = true
    }
    guard
      dilation == 1
        || (isDepthwise && options.isSame && stride == 1 && window % 2 == 1 && dilation <= Self.maxDilation)
    else { return nil }
    func padding(_ input: Int, _ output: Int, _ margins: ArraySlice<Int>?) -> Int? {
      options.isSame
        ? Self.samePadding(input, output, window: (window - 1) * dilation + 1, stride: stride)
        : Self.validPadding(input, output, window: window, stride: stride, margins ?? [0, 0])
    }
    guard let data, let result, let top = padding(data.size.height, result.size.height, pad?.rows),
      let left = padding(data.size.width, result.size.width, pad?.columns)
    else { return nil }
    source = pad?.input ?? input
    shape = ConvolutionShape(
      input: data.size, output: result.size, inputs: data.channels, outputs: result.channels, window: window,
      stride: stride, dilation: dilation, padding: SpatialSize(height: top, width: left))
    let relu = isQuantized ? nil : try graph.relu(of: output, after: options.bounds)
    (end, self.output, bounds) = relu ?? (producer.index, output, options.bounds)
    self.isDepthwise = isDepthwise
    layer = nil
  }

  /// A fully connected layer, as a pointwise convolution of an image of one row with a pixel for each sum. Nil for
  /// weights of other formats, for activations other than bounds, and for shapes that contradict each other.
  init?(layer producer: ModelGraph.Operator, in graph: ModelGraph) throws(TasksError) {
    typealias Slot = TFLiteSchema.FullyConnected
    guard producer.inputs.count == 3, producer.outputs.count == 1,
      let options = try producer.use.table(TFLiteSchema.Operator.options),
      try options.integer(Slot.weightsFormat, absent: Int8(0)) == 0,
      let bounds = try ClosedRange(ofActivation: options.integer(Slot.activation, absent: Int8(0)))
    else { return nil }
    (source, output, end, isDepthwise) = (producer.inputs[0], producer.outputs[0], producer.index, false)
    self.bounds = bounds
    let floats = try graph.floatShape(of: output)
    isQuantized = floats == nil
    let weights = try graph.tensor(producer.inputs[1]).integers(TFLiteSchema.Tensor.shape, as: Int32.self).map(Int.init)
    guard weights.count == 2, weights.allSatisfy({ $0 > 0 }),
      let data = try isQuantized ? graph.quantizedTensor(source)?.shape : graph.floatShape(of: source),
      let result = try isQuantized ? graph.quantizedTensor(output)?.shape : floats,
      let numbers = data.product, let sums = result.product, max(numbers, sums) <= ModelGraph.maxElements
    else { return nil }
    let (outputs, inputs) = (weights[0], weights[1])
    let row = SpatialSize(height: 1, width: numbers / inputs)
    guard row.width * inputs == numbers, row.width * outputs == sums, row.width <= ModelGraph.maxDimension
    else { return nil }
    shape = ConvolutionShape(input: row, output: row, inputs: inputs, outputs: outputs)
    layer = (data, result)
  }

  /// Far more than the published models have, 4.
  private static let maxDilation = 64

  var weightShape: [Int] {
    if layer != nil { return [shape.outputs, shape.inputs] }
    return isDepthwise
      ? [1, shape.window, shape.window, shape.outputs] : [shape.outputs, shape.window, shape.window, shape.inputs]
  }

  /// Whether each number is multiplied by its channel's weight.
  var isScaling: Bool {
    isDepthwise && shape.window == 1 && shape.dilation == 1 && shape.stride == 1 && shape.inputs == shape.outputs
  }

  /// Whether kernels for depthwise convolutions have such windows.
  var hasDepthwiseKernel: Bool {
    [3, 5].contains(shape.window) && [1, 2].contains(shape.stride) && shape.inputs == shape.outputs
  }

  /// The zeros before a dimension with padding SAME; nil when the dimensions contradict each other.
  private static func samePadding(_ input: Int, _ output: Int, window: Int, stride: Int) -> Int? {
    guard output == (input + stride - 1) / stride else { return nil }
    // An odd one goes to the end.
    return max((output - 1) * stride + window - input, 0) / 2
  }

  /// The zeros before a dimension with padding VALID. `margins` are those that a PAD operator adds before and after.
  private static func validPadding(
    _ input: Int, _ output: Int, window: Int, stride: Int, _ margins: ArraySlice<Int>
  ) -> Int? {
    let length = margins.reduce(input, +)
    guard margins.allSatisfy((0..<window).contains), length >= window, output == (length - window) / stride + 1
    else { return nil }
    return margins.first
  }
}

/// The options of a convolution. Nil for strides and dilations that differ by dimension, and for activations other than
/// bounds.
private struct ConvolutionOptions {
  let stride, dilation: Int
  /// Whether the padding is SAME, else VALID.
  let isSame: Bool
  let bounds: ClosedRange<Float>

  init?(_ table: FlatBufferTable, isDepthwise: Bool) throws(TasksError) {
    // CONV_2D and DEPTHWISE_CONV_2D have padding and strides at the same places.
    typealias Slot = TFLiteSchema.Convolution
    typealias Depthwise = TFLiteSchema.DepthwiseConvolution
    let (dilationWidth, dilationHeight, activation) =
      isDepthwise
      ? (Depthwise.dilationWidth.slot, Depthwise.dilationHeight.slot, Depthwise.activation.slot)
      : (Slot.dilationWidth.slot, Slot.dilationHeight.slot, Slot.activation.slot)
    (stride, dilation) = (
      Int(try table.integer(Slot.strideWidth, absent: Int32(0))),
      Int(try table.integer(dilationWidth, absent: Int32(1)))
    )
    guard stride > 0, try Int(table.integer(Slot.strideHeight, absent: Int32(0))) == stride,
      dilation > 0, try Int(table.integer(dilationHeight, absent: Int32(1))) == dilation,
      let bounds = try ClosedRange(ofActivation: table.integer(activation, absent: Int8(0)))
    else { return nil }
    self.bounds = bounds
    isSame = try table.integer(Slot.padding, absent: Int8(0)) == 0
  }
}

extension ModelGraph {
  /// What a PAD operator adds before and after rows and columns.
  fileprivate typealias SpatialPad = (input: Int32, rows: ArraySlice<Int>, columns: ArraySlice<Int>)

  /// A PAD operator that adds neither images nor channels, whose output has one reader.
  fileprivate func spatialPad(before tensor: Int32) throws(TasksError) -> SpatialPad? {
    // Two numbers for images, rows, columns and channels each.
    guard let (use, margins) = try pad(before: tensor), (margins.prefix(2) + margins.suffix(2)).allSatisfy({ $0 == 0 })
    else { return nil }
    return (use.inputs[0], margins[2...3], margins[4...5])
  }
}
