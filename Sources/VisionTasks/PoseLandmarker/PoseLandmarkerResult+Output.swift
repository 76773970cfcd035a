import VisionResults

extension PoseLandmarkerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "pose", title: "PoseLandmarkerResult", subject: .person, topology: .pose)

  /// Landmarks, and masks where they were asked for.
  package var parts: [OutputPart] {
    let people = OutputPart.landmarks(
      LandmarksPart(.person, topology: .pose, landmarks: landmarks, worldLandmarks: worldLandmarks))
    return segmentationMasks.isEmpty ? [people] : [people, .masks(segmentationMasks)]
  }
}
