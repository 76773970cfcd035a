extension HandPipeline {
  /// The settings of a hand pipeline, checked by the options they come from.
  package struct Configuration: Sendable {
    /// Whether hands are followed from frame to frame (video and live stream).
    package var tracks: Bool
    /// The most hands, at least 1.
    package var numHands: Int
    /// Palms that score less are dropped.
    package var minHandDetectionConfidence: Float
    /// Hands whose presence is not above it are dropped.
    package var minHandPresenceConfidence: Float
    /// The intersection over union above which a palm belongs to a hand that is tracked already.
    package var minTrackingConfidence: Float
    /// The threads of one inference.
    package var threadCount: Int
  }
}

extension HandPipeline.Configuration {
  package init(_ options: some HandTaskOptions) {
    self.init(
      tracks: options.runningMode != .image, numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence,
      minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence, threadCount: Self.threadCount(options))
  }

  /// While one of several hands is tracked, palms and landmarks run side by side with a thread each (10.1 ms against 11.1).
  private static func threadCount(_ options: some HandTaskOptions) -> Int {
    let runsSideBySide = options.runningMode != .image && options.numHands > 1
    return runsSideBySide && options.baseOptions.threadCount == 0 ? 1 : options.baseOptions.effectiveThreadCount
  }
}
