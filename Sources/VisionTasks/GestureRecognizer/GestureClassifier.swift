import VisionCore
import VisionImaging
import VisionInference
import VisionModels
import VisionPerception

/// Classifies the gesture of a hand: landmarks → embedding → one or two classifiers.
final class GestureClassifier {
  static let embedderName = "gesture_embedder.tflite"
  static let cannedName = "canned_gesture_classifier.tflite"
  static let customName = "custom_gesture_classifier.tflite"
  /// The background class, which yields to a gesture of the other classifier.
  private static let backgroundLabel = "None"
  private static let landmarkCount = 21

  private let embedder: TensorModel
  private let screenInput: UnsafeMutableBufferPointer<Float>
  private let handednessInput: UnsafeMutableBufferPointer<Float>
  private let worldInput: UnsafeMutableBufferPointer<Float>
  private let embedding: UnsafeBufferPointer<Float>
  /// The classifiers by priority: custom before canned.
  private let heads: [GestureClassifierHead]

  /// `bundle` is the member `hand_gesture_recognizer.task` of a gesture bundle. `custom` has no effect without a custom
  /// classifier.
  init(
    bundle: TaskBundle, canned: ClassifierOptions?, custom: ClassifierOptions?, inference: InferenceOptions
  ) throws {
    embedder = try TensorModel(
      name: Self.embedderName, data: bundle.member(named: Self.embedderName), inference: inference)
    screenInput = try embedder.input(0, count: Self.landmarkCount * 3)
    handednessInput = try embedder.input(1, count: 1)
    worldInput = try embedder.input(2, count: Self.landmarkCount * 3)
    embedding = try embedder.output(0)
    var heads: [GestureClassifierHead] = []
    if bundle.contains(Self.customName) {
      heads.append(
        try GestureClassifierHead(
          name: Self.customName, data: bundle.member(named: Self.customName), embeddingSize: embedding.count,
          options: custom, inference: inference))
    }
    heads.append(
      try GestureClassifierHead(
        name: Self.cannedName, data: bundle.member(named: Self.cannedName), embeddingSize: embedding.count,
        options: canned, inference: inference))
    self.heads = heads
  }

  /// The MACs per hand, including all classifiers.
  func macs() throws -> MACs {
    try ([embedder] + heads.map(\.model)).reduce(into: MACs()) { sum, model in
      let own = try model.report().macs
      sum = MACs(float: sum.float + own.float, byte: sum.byte + own.byte)
    }
  }

  /// Returns the gestures of a hand in `frame`, the recognized one first; empty when every class is filtered out.
  ///
  /// The recognized gesture is MediaPipe's: the best of the first classifier whose best class is not the background.
  /// The other gestures of that classifier follow, then those of the other classifier.
  func classify(_ hand: Hand, in frame: Frame) throws -> [ResultCategory] {
    let features = HandFeatures(imageSize: frame.image.size, rotation: frame.fullRect.rotation)
    features.writeScreen(hand.landmarks, to: screenInput)
    features.writeWorld(hand.worldLandmarks, to: worldInput)
    let handedness = hand.handedness
    handednessInput[0] = handedness.side == .right ? handedness.score : 1 - handedness.score
    try embedder.run()

    var classifications = try heads.map { try $0.gestures(of: embedding) }
    let selected =
      classifications.firstIndex { $0.first.map { $0.categoryName != Self.backgroundLabel } ?? false }
      ?? classifications.firstIndex { !$0.isEmpty }
    guard let selected else { return [] }
    return classifications.remove(at: selected) + classifications.joined()
  }
}
