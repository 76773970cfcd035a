import VisionModels

/// The pipeline of the hand landmarker.
package final class HandLandmarkerPipeline: VisionPipeline {
  private let hands: HandPipeline

  /// The recorder receives the durations of the stages; nil outside benchmarks.
  package init(options: HandLandmarkerOptions, recorder: StageRecorder? = nil) throws {
    let bundle = try TaskBundle.open(
      options.baseOptions.validatedModelAssetPath(), for: "hand landmarker",
      needing: [PalmDetector.modelName, HandLandmarkModel.modelName])
    hands = try HandPipeline(bundle: bundle, configuration: HandPipeline.Configuration(options), recorder: recorder)
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
    let hands = try self.hands.findHands(in: frame)
    return HandLandmarkerResult(
      landmarks: hands.map(\.resultLandmarks), worldLandmarks: hands.map(\.resultWorldLandmarks),
      handedness: hands.map(\.resultHandedness), timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    _ = try hands.findHands(in: frame)
  }

  package func reset() { hands.reset() }
}
