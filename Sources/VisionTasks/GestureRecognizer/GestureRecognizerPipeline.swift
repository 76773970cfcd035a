import VisionModels

/// The pipeline of the gesture recognizer: hand landmarks, then the gesture of each hand.
package final class GestureRecognizerPipeline: VisionPipeline {
  private static let handBundleName = "hand_landmarker.task"
  static let gestureBundleName = "hand_gesture_recognizer.task"
  private static let classifyStage = "gestures: classify"

  package let hands: HandPipeline
  private let classifier: GestureClassifier
  private let recorder: StageRecorder?

  /// The recorder receives the durations of the stages; nil outside benchmarks.
  package init(options: GestureRecognizerOptions, recorder: StageRecorder? = nil) throws {
    self.recorder = recorder
    let bundle = try Self.bundle(atPath: options.baseOptions.validatedModelAssetPath())
    let configuration = HandPipeline.Configuration(options)
    hands = try HandPipeline(
      bundle: TaskBundle(bundle.member(named: Self.handBundleName)), configuration: configuration, recorder: recorder)
    classifier = try GestureClassifier(
      bundle: TaskBundle(bundle.member(named: Self.gestureBundleName)),
      canned: options.cannedGesturesClassifierOptions, custom: options.customGesturesClassifierOptions,
      inference: options.baseOptions.inference.with(threadCount: 1))
    try recorder?.note(classifier.macs(), of: Self.classifyStage)
  }

  /// Opens a gesture recognizer bundle.
  static func bundle(atPath path: String) throws -> TaskBundle {
    try TaskBundle.open(path, for: "gesture recognizer", needing: [handBundleName, gestureBundleName])
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> GestureRecognizerResult {
    let hands = try self.hands.findHands(in: frame)
    let gestures = try hands.map { hand in
      try recorder.measure(Self.classifyStage) { try classifier.classify(hand, in: frame) }
    }
    return GestureRecognizerResult(
      gestures: gestures, handedness: hands.map(\.resultHandedness), landmarks: hands.map(\.resultLandmarks),
      worldLandmarks: hands.map(\.resultWorldLandmarks), timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    _ = try hands.findHands(in: frame)
  }

  package func reset() { hands.reset() }
}
