import VisionResults

extension OutputTable {
  private static let landmarkColumns = [
    "subject", "number", "handedness", "gesture", "gesture_score", "landmark", "x", "y", "z", "visibility", "presence",
    "world_x", "world_y", "world_z",
  ]

  /// Makes a row for each landmark. The subject is `hand` or `person`, the number its index in the frame. x, y and z
  /// are in fractions of the image, world coordinates in meters.
  init(_ part: LandmarksPart, categories: [CategoriesPart]) {
    func best(_ key: String, of subject: Int) -> ResultCategory? {
      categories.first { $0.format.key == key }?.best(of: subject)
    }
    self.init(
      columns: Self.landmarkColumns,
      rows: part.landmarks.indices.flatMap { number in
        let gesture = best("gestures", of: number)
        let start = [
          part.subject.one, "\(number)", best("handedness", of: number)?.categoryName ?? "",
          gesture?.categoryName ?? "",
          gesture.map { "\($0.score)" } ?? "",
        ]
        return part.landmarks[number].enumerated().map { index, landmark in
          start + ["\(index)"] + Self.fields(landmark) + Self.fields(part.worldLandmarks, number, index)
        }
      })
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
