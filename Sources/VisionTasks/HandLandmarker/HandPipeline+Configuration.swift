import VisionInference

extension HandPipeline {
  /// The settings of a hand pipeline, checked by the options they come from.
  package struct Configuration: Sendable {
    /// Whether hands are followed from frame to frame (video and live stream).
    package var tracks: Bool
    /// The maximum number of hands, at least 1.
    package var numHands: Int
    /// Palms that score less are dropped.
    package var minHandDetectionConfidence: Float
    /// Hands whose presence is not above it are dropped.
    package var minHandPresenceConfidence: Float
    /// The intersection over union above which a palm belongs to a hand that is tracked already.
    package var minTrackingConfidence: Float
    /// How one inference runs.
    package var inference: InferenceOptions
    /// Whether two inferences run at the same time where neither needs the other's result.
    package var runsSideBySide: Bool
  }
}

extension HandPipeline.Configuration {
  package init(_ options: some HandTaskOptions) {
    // While one of several hands is tracked, palms and landmarks side by side with half of the threads each take less than one
    // after the other with all of them (10.1 ms against 11.1); so do the landmarks of two hands.
    let inference = options.baseOptions.inference
    let threads = inference.threadCount
    let runsSideBySide = options.runningMode != .image && options.numHands > 1 && threads > 1
    self.init(
      tracks: options.runningMode != .image, numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence,
      minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence,
      inference: inference.with(threadCount: runsSideBySide ? threads / 2 : threads), runsSideBySide: runsSideBySide)
  }
}
