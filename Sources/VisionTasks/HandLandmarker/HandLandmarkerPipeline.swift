import VisionModels

/// The Hand Landmarker's data flow: the hands of a frame as a result.
final class HandLandmarkerPipeline: VisionPipeline {
  private let hands: HandPipeline

  init(options: HandLandmarkerOptions) throws {
    let bundle = try TaskBundle(ModelData(contentsOfFile: options.baseOptions.validatedModelAssetPath()))
    hands = try HandPipeline(bundle: bundle, configuration: HandPipeline.Configuration(options))
  }

  func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
    let found = try hands.findHands(in: frame)
    return HandLandmarkerResult(
      landmarks: found.map(\.resultLandmarks), worldLandmarks: found.map(\.resultWorldLandmarks),
      handedness: found.map(\.resultHandedness), timestampInMilliseconds: timestampInMilliseconds)
  }

  func reset() { hands.reset() }
}
