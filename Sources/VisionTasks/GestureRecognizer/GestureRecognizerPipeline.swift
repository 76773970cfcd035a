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
    hands = try HandPipeline(
      bundle: TaskBundle(bundle.member(named: Self.handBundleName)), options: options, recorder: recorder)
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

/// The gesture names of a model, which the lists in `ClassifierOptions` may contain.
package struct GestureNames: Sendable, Hashable {
  /// The canned gestures, in the model's order.
  package let canned: [String]
  /// The gestures of the custom classifier; nil when the model has none.
  package let custom: [String]?

  /// Reads the names of a bundle without making a task.
  ///
  /// - Throws: `TasksError` of `GestureRecognizer.init(options:)` for a file that is no such bundle.
  package init(ofModelAt path: String) throws {
    let bundle = try GestureRecognizerPipeline.bundle(atPath: path)
    let gestures = try TaskBundle(bundle.member(named: GestureRecognizerPipeline.gestureBundleName))
    canned = try Self.names(of: GestureClassifier.cannedName, in: gestures)
    custom =
      gestures.contains(GestureClassifier.customName)
      ? try Self.names(of: GestureClassifier.customName, in: gestures) : nil
  }

  private static func names(of member: String, in bundle: TaskBundle) throws -> [String] {
    let model = try TensorModel.naming(member) { try ParsedModel(bundle.member(named: member)) }
    return try GestureClassifierHead.labels(
      of: model.metadata, model: member, classCount: model.outputs.first?.shape.last)?.names ?? []
  }
}
