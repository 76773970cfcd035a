import MediaPipeTasksVision

extension LandmarkFindings {
  private enum CodingKeys: String, CodingKey {
    case gestures, handedness, landmarks, worldLandmarks
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(gestures?.map { $0.map(CategoryJSON.init) }, forKey: .gestures)
    try container.encodeIfPresent(handedness?.map { $0.map(CategoryJSON.init) }, forKey: .handedness)
    try container.encode(landmarks.map { $0.map(PointJSON.init) }, forKey: .landmarks)
    try container.encode(worldLandmarks.map { $0.map(PointJSON.init) }, forKey: .worldLandmarks)
  }
}
