import VisionInference
import VisionModels

/// The gesture recognizer's embedder: the landmarks of a hand → what the classifiers of gestures get.
final class GestureEmbedder {
  static let modelName = "gesture_embedder.tflite"

  let model: TensorModel
  /// The embedding of the last hand.
  let embedding: UnsafeBufferPointer<Float>
  private let screenInput: UnsafeMutableBufferPointer<Float>
  private let handednessInput: UnsafeMutableBufferPointer<Float>
  private let worldInput: UnsafeMutableBufferPointer<Float>

  /// `models` are those of the member `hand_gesture_recognizer.task` of a gesture bundle.
  init(_ models: BundledModels) throws {
    model = try models.tensorModel(Self.modelName)
    screenInput = try model.input(0, count: HandShape.landmarkCount * 3)
    handednessInput = try model.input(1, count: 1)
    worldInput = try model.input(2, count: HandShape.landmarkCount * 3)
    embedding = try model.output(0)
  }

  func run(on hand: Hand, in frame: Frame) throws {
    fill(with: hand, in: frame)
    try model.run()
  }

  /// The embedder's inputs for a hand in `frame`.
  func shape(of hand: Hand, in frame: Frame) -> HandShape {
    fill(with: hand, in: frame)
    return HandShape(
      screen: HandShape.points(screenInput), world: HandShape.points(worldInput), rightProbability: handednessInput[0])
  }

  /// The embedding of a hand whose shape may have been changed.
  func embed(_ shape: HandShape) throws -> [Float] {
    HandShape.write(shape.screen, to: screenInput)
    HandShape.write(shape.world, to: worldInput)
    handednessInput[0] = shape.rightProbability
    try model.run()
    return Array(embedding)
  }

  private func fill(with hand: Hand, in frame: Frame) {
    let features = HandFeatures(imageSize: frame.view.size, rotation: frame.region.rotation)
    features.writeScreen(frame.inView(hand.landmarks), to: screenInput)
    features.writeWorld(hand.worldLandmarks, to: worldInput)
    // By way of the more probable side's score, as in MediaPipe, which rounds.
    handednessInput[0] = hand.isRight ? hand.sideProbability : 1 - hand.sideProbability
  }
}
