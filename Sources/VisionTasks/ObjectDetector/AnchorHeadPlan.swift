import VisionErrors
import VisionInference
import VisionModels
import VisionPerception

/// What a detector with raw outputs promises, and how its boxes and scores are requested.
///
/// The last operators of such a model turn 1.7 million scores into probabilities, then into floats, and copy them together.
/// The engine may leave them out: only the scores that are good enough have to become probabilities, and our search reads the pieces.
struct AnchorHeadPlan {
  /// The name of the model in messages.
  let modelName: String
  /// The anchors and figures of the model.
  let metadata: RawDetectorMetadata
  /// The shape of the scores as the model's file gives it.
  let scoreShape: [Int]

  /// The outputs to be computed, boxes before scores.
  let requests: [OutputRequest]

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
    requests = [
      OutputRequest(boxes, deferral: .init(rows: metadata.anchors.count, throughLogistic: false)),
      // Scores that are logits even after the model's last function are left to it and to us.
      OutputRequest(
        scores, deferral: .init(rows: metadata.anchors.count, throughLogistic: !metadata.hasLogitScores)),
    ]
  }
}
