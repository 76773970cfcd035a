import MediaPipeTasksVision

extension LandmarkFindings {
  package func encode(to encoder: any Encoder) throws {
    try FiguresSnapshot(
      gestures: gestures?.map { $0.map(CategorySnapshot.line) }, handedness: handedness, landmarks: landmarks,
      worldLandmarks: worldLandmarks
    ).encode(to: encoder)
  }
}
