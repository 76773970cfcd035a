import VisionErrors

/// Finds convolutions of single pixels right after their data is enlarged.
struct EarlyConvolutionSearch {
  private let graph: ModelGraph

  init(_ graph: ModelGraph) { self.graph = graph }

  /// All that were found, in the order in which they run.
  func all() throws(TasksError) -> [EarlyConvolution] {
    var found: [EarlyConvolution] = []
    for resize in graph.producers.all where resize.name == "RESIZE_BILINEAR" {
      if let convolution = try convolution(after: resize) { found.append(convolution) }
    }
    return found
  }

  private func convolution(after resize: ModelGraph.Operator) throws(TasksError) -> EarlyConvolution? {
    guard resize.inputs.count == 2, resize.outputs.count == 1, let between = resize.outputs.first,
      let convolution = graph.onlyReader(of: between), convolution.index > resize.index,
      try isOfSinglePixels(convolution), convolution.inputs[0] == between,
      let small = try graph.floatExtents(of: resize.inputs[0]), let large = try graph.floatExtents(of: between),
      let result = try graph.floatExtents(of: convolution.outputs[0]),
      let weights = try graph.floatExtents(of: convolution.inputs[1]),
      small.count == 4, large.count == 4, result.count == 4, small[1] * small[2] < large[1] * large[2],
      small[0] == large[0], small[3] == large[3], result == [large[0], large[1], large[2], weights[0]],
      weights == [result[3], 1, 1, large[3]]
    else { return nil }
    return EarlyConvolution(
      resize: resize, convolution: convolution, extents: [small[0], small[1], small[2], result[3]])
  }

  /// Whether an operator is a convolution whose window is a pixel, of each of them, without an activation function.
  private func isOfSinglePixels(_ use: ModelGraph.Operator) throws(TasksError) -> Bool {
    typealias Slot = TFLiteSchema.Convolution
    guard use.name == OperatorWork.convolution.rawValue, use.inputs.count >= 2, use.outputs.count == 1,
      let options = try use.use.table(TFLiteSchema.Operator.options)
    else { return false }
    for slot in [Slot.strideWidth, Slot.strideHeight] where try options.integer(slot, absent: Int32(0)) != 1 {
      return false
    }
    for slot in [Slot.dilationWidth, Slot.dilationHeight] where try options.integer(slot, absent: Int32(1)) != 1 {
      return false
    }
    return try options.integer(Slot.activation, absent: Int8(0)) == 0
  }
}
