import VisionModels

/// Which detections are reported, in a form that a pipeline can keep.
struct DetectorSettings: Sendable {
  /// Detections that score less are dropped.
  let scoreThreshold: Float
  /// The maximum number of detections; nil stands for all.
  let maxResults: Int?
  /// Boxes that overlap a better one by more are dropped, where the model leaves that to us.
  let overlapThreshold: Float
  /// Whether only boxes of the same class are compared.
  let suppressesPerClass: Bool

  /// - Parameters:
  ///   - options: The options of the task.
  ///   - scores: The metadata of the model's scores, whose threshold is in force until the options have one.
  init(_ options: ObjectDetectorOptions, scores: TensorMetadata) {
    scoreThreshold =
      options.isScoreThresholdSet ? options.scoreThreshold : scores.scoreThreshold ?? options.scoreThreshold
    maxResults = options.maxResults > 0 ? options.maxResults : nil
    overlapThreshold = options.minSuppressionThreshold
    suppressesPerClass = options.multiclassNms
  }

  /// Whether `count` detections are all that was asked for.
  func isEnough(_ count: Int) -> Bool { maxResults.map { count >= $0 } ?? false }
}
