import VisionCore
import VisionModels

/// A RESIZE_BILINEAR operator of an image of fixed size, float32 with a batch of 1.
struct Resizing: Sendable {
  let use: CustomOperatorUse
  let input: SpatialSize
  let output: SpatialSize
  let channels: Int
  /// Whether the first and last rows and columns of the output are those of the input; not with `halvesPixels`.
  let alignsCorners: Bool
  /// Whether pixels are taken at their centres, else at their upper left corners.
  let halvesPixels: Bool

  var inputTensor: [Int] { [1] + input.dimensions + [channels] }
  var outputTensor: [Int] { [1] + output.dimensions + [channels] }
}

extension ModelGraph {
  fileprivate func resizing(_ producer: Operator) throws(TasksError) -> Resizing? {
    guard producer.name == "RESIZE_BILINEAR", producer.inputs.count == 2, producer.outputs.count == 1,
      try !isConstant(producer.inputs[0]), let input = try imageShape(of: producer.inputs[0]),
      let output = try imageShape(of: producer.outputs[0]), output.channels == input.channels,
      try integers(producer.inputs[1]) == output.size.dimensions
    else { return nil }
    typealias Slot = TFLiteSchema.Resizing
    let options = try producer.use.table(TFLiteSchema.Operator.options)
    func option(_ slot: Slot) throws(TasksError) -> Bool { try options?.integer(slot, absent: UInt8(0)) ?? 0 != 0 }
    return Resizing(
      use: CustomOperatorUse(
        name: "\(CustomOperatorUse.namePrefix)\(producer.index)", index: producer.index, inputs: [producer.inputs[0]],
        output: producer.outputs[0], operators: [producer.index]),
      input: input.size, output: output.size, channels: input.channels, alignsCorners: try option(.alignsCorners),
      halvesPixels: try option(.halvesPixels))
  }
}

extension ParsedModel {
  /// The bilinear resizings that custom operators can run, in execution order; none in a model whose graph cannot be
  /// changed.
  func resizings() throws(TasksError) -> [Resizing] {
    guard operators.contains(where: { $0.name == "RESIZE_BILINEAR" }), let graph = try ModelGraph(data),
      !graph.hasCustomOperators
    else { return [] }
    var found: [Resizing] = []
    for producer in graph.producers.all { if let resizing = try graph.resizing(producer) { found.append(resizing) } }
    return found
  }
}
