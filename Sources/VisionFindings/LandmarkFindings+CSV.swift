import MediaPipeTasksVision

extension LandmarkFindings {
  package static let csvColumns = [
    "subject", "number", "handedness", "gesture", "gesture_score", "landmark", "x", "y", "z", "visibility", "presence",
    "world_x", "world_y", "world_z",
  ]

  /// The subject is `hand` or `person`, the number its place in the frame; x, y and z as in the API, world coordinates in
  /// metres.
  package var csvRows: [[String]] {
    landmarks.indices.flatMap { number in
      let gesture = gestures?[number].first
      let start = [
        subject.noun, "\(number)", handedness?[number].first?.categoryName ?? "", gesture?.categoryName ?? "",
        gesture.map { "\($0.score)" } ?? "",
      ]
      return landmarks[number].indices.map { index in
        start + ["\(index)"] + Self.fields(landmarks[number][index]) + Self.fields(worldLandmarks, number, index)
      }
    }
  }

  private static func fields(_ landmark: NormalizedLandmark) -> [String] {
    ["\(landmark.x)", "\(landmark.y)", "\(landmark.z)"]
      + [landmark.visibility, landmark.presence].map { $0.map { "\($0.floatValue)" } ?? "" }
  }

  private static func fields(_ world: [[Landmark]], _ number: Int, _ index: Int) -> [String] {
    guard world.indices.contains(number), world[number].indices.contains(index) else { return ["", "", ""] }
    let landmark = world[number][index]
    return ["\(landmark.x)", "\(landmark.y)", "\(landmark.z)"]
  }
}
