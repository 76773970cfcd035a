import VisionResults

extension PoseLandmarkerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "pose", title: "PoseLandmarkerResult", subject: .person, topology: .pose,
    masksKey: masksKey)
  private static let masksKey = "segmentationMasks"

  /// Landmarks, and masks where they were asked for.
  package var parts: [OutputPart] {
    let people = OutputPart.landmarks(
      LandmarksPart(.person, topology: .pose, landmarks: landmarks, worldLandmarks: worldLandmarks))
    guard !segmentationMasks.isEmpty else { return [people] }
    return [people, .masks(MasksPart(key: Self.masksKey, segmentationMasks))]
  }
}
