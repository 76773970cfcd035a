import VisionCore
import VisionInference
import VisionModels
import VisionPerception

/// The metadata of a detector with raw outputs, and the requests for its boxes and scores.
///
/// The last operators of such a model apply a logistic function to 1.7 million scores, dequantize and concatenate them.
/// The requests allow the engine to omit these operators: the logistic function is needed only for scores above the
/// threshold, and the search reads the pieces in place.
struct AnchorHeadPlan {
  /// The model's name in error messages.
  let modelName: String
  /// The model's anchors and decoding parameters.
  let metadata: RawDetectorMetadata
  /// The shape of the scores in the model file.
  let scoreShape: [Int]

  /// The requested outputs: boxes, then scores.
  let requests: [OutputRequest]

  /// - Parameters:
  ///   - model: The model.
  ///   - boxes: The index of the output with the boxes.
  ///   - scores: The index of the output with the scores.
  /// - Throws: `TasksError` with `invalidArgumentError` when the metadata has no anchors or the outputs are neither
  ///   float32 nor uint8.
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
      // Scores that the metadata calls logits are logits after all operators, so no logistic function is deferred.
      OutputRequest(
        scores, deferral: .init(rows: metadata.anchors.count, throughLogistic: !metadata.hasLogitScores)),
    ]
  }
}
