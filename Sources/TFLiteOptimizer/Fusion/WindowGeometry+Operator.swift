import VisionErrors
import VisionModels

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
