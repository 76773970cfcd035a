import VisionErrors
import VisionModels
import VisionPerception

/// What a detector with raw outputs promises, and where in its graph its boxes and scores are read.
///
/// The last operators of such a model turn 1.7 million scores into probabilities, then into floats, and copy them together.
/// They are left out: only the scores that are good enough have to become probabilities, and our search reads the pieces.
struct RawDetectorPlan {
  /// The name of the model in messages.
  let modelName: String
  /// The anchors and figures of the model.
  let metadata: RawDetectorMetadata
  /// Where the boxes are.
  let boxes: OutputOrigin
  /// Where the scores are.
  let scores: OutputOrigin
  /// The shape of the scores as the model's file gives it.
  let scoreShape: [Int]

  private let boxesComeFirst: Bool

  /// - Parameters:
  ///   - model: The model.
  ///   - boxes: The position of its output of boxes.
  ///   - scores: The position of its output of scores.
  /// - Throws: `TasksError` with `invalidArgumentError` when the metadata has no anchors or the outputs are of other types than
  ///   float32 or uint8.
  init(_ model: DetectorModel, boxes: Int, scores: Int) throws {
    guard let bytes = model.metadata.customMetadata[RawDetectorMetadata.entryName] else {
      throw TasksError.invalidArgument(
        "Model \(model.name) has two outputs, raw boxes and scores, but no \(RawDetectorMetadata.entryName) in its metadata, "
          + "which holds their anchors. If it is a classifier, it is no object detector.")
    }
    try TensorModel.checkOutputTypes(model.file.outputs.map { "\($0.elementType)" }, model: model.name)
    let metadata = try TensorModel.naming(model.name) { try RawDetectorMetadata(bytes) }
    self.metadata = metadata
    modelName = model.name
    scoreShape = model.file.outputs[scores].shape
    boxesComeFirst = boxes < scores
    (self.boxes, self.scores) = try TensorModel.naming(model.name) {
      let anchors = metadata.anchors.count
      return (
        try Self.origin(of: boxes, in: model.file, anchors: anchors, throughLogistic: false),
        // Scores that are logits even after the model's last function are left to it and to us.
        try Self.origin(of: scores, in: model.file, anchors: anchors, throughLogistic: !metadata.hasLogitScores)
      )
    }
  }

  /// What the model is to compute, in the order of the file, so that a model of which nothing is left out stays as it is.
  var origins: [OutputOrigin] { boxesComeFirst ? [boxes, scores] : [scores, boxes] }

  /// The outputs of a model compiled for `origins`, parted.
  func split<Output>(_ outputs: [Output]) -> (boxes: [Output], scores: [Output]) {
    let first = Array(outputs.prefix(origins[0].tensors.count))
    let second = Array(outputs.dropFirst(first.count))
    return boxesComeFirst ? (first, second) : (second, first)
  }

  /// The origin of an output; the output itself when its pieces would cut through boxes.
  private static func origin(
    of output: Int, in file: TFLiteModel, anchors: Int, throughLogistic: Bool
  ) throws -> OutputOrigin {
    let origin = try file.origin(ofOutput: output, throughLogistic: throughLogistic)
    let perBox = anchors > 0 ? origin.count / anchors : 0
    guard perBox > 0, origin.count == file.outputs[output].count, Set(origin.tensors).count == origin.tensors.count,
      origin.infos.allSatisfy({ $0.count > 0 && $0.count % perBox == 0 }),
      origin.infos.allSatisfy({ [.float32, .int8, .uint8].contains($0.elementType) })
    else { return try file.identity(ofOutput: output) }
    return origin
  }
}
