import VisionCore
import VisionModels

/// The size, stride and padding of a window.
struct WindowGeometry {
  /// Rows and columns of the window.
  let window: Int
  /// The stride, in rows and columns.
  let stride: Int
  /// Whether padding is SAME; else it is VALID.
  let isPaddedToSame: Bool
  /// The output's bounds (fused activation).
  let bounds: ClosedRange<Float>

  /// The zeros before a dimension of the input.
  ///
  /// - Parameters:
  ///   - input: The dimension of the input.
  ///   - output: The dimension of the output.
  ///   - margins: The zeros that a PAD operator adds.
  /// - Returns: Their number; nil when the dimensions contradict each other.
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

/// Zero padding before and after a dimension.
struct Margins {
  let before: Int
  let after: Int

  var isNone: Bool { before == 0 && after == 0 }
}

extension WindowGeometry {
  /// The window of an operator whose second input is its weights.
  ///
  /// - Returns: Nil for windows that are not square or are dilated, and for strides that differ by dimension.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  init?(
    _ producer: ModelGraph.Operator, slots: ConvolutionWindow.Slots, in graph: ModelGraph
  ) throws(TasksError) {
    guard let options = try producer.use.table(TFLiteSchema.Operator.options) else { return nil }
    let weights = try graph.tensor(producer.inputs[1]).integers(TFLiteSchema.Tensor.shape, as: Int32.self)
    // CONV_2D and DEPTHWISE_CONV_2D have these at the same places.
    typealias Slot = TFLiteSchema.Convolution
    let strides = (
      try options.integer(Slot.strideWidth, absent: Int32(0)), try options.integer(Slot.strideHeight, absent: Int32(0))
    )
    let dilations = (
      try options.integer(slots.dilationWidth, absent: Int32(1)),
      try options.integer(slots.dilationHeight, absent: Int32(1))
    )
    guard weights.count == 4, weights[1] == weights[2], weights[1] > 0, strides.0 == strides.1, strides.0 > 0,
      dilations == (1, 1),
      let bounds = try ClosedRange(ofActivation: options.integer(slots.activation, absent: Int8(0)))
    else { return nil }
    self.init(
      window: Int(weights[1]), stride: Int(strides.0),
      isPaddedToSame: try options.integer(Slot.padding, absent: Int8(0)) == 0, bounds: bounds)
  }
}
