import VisionModels

/// The Hand Landmarker's data flow: the hands of a frame as a result.
package final class HandLandmarkerPipeline: VisionPipeline {
  private let hands: HandPipeline

  /// The recorder gets the times of the stages; there is none outside benchmarks.
  package init(options: HandLandmarkerOptions, recorder: StageRecorder? = nil) throws {
    let bundle = try TaskBundle.open(
      options.baseOptions.validatedModelAssetPath(), for: "hand landmarker",
      needing: [PalmDetector.modelName, HandLandmarkModel.modelName])
    hands = try HandPipeline(bundle: bundle, configuration: HandPipeline.Configuration(options), recorder: recorder)
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
    let found = try hands.findHands(in: frame)
    return HandLandmarkerResult(
      landmarks: found.map(\.resultLandmarks), worldLandmarks: found.map(\.resultWorldLandmarks),
      handedness: found.map(\.resultHandedness), timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    _ = try hands.findHands(in: frame)
  }

  package func reset() { hands.reset() }
}
