import VisionImaging

extension Hand {
  /// The public form of the landmarks.
  var resultLandmarks: [NormalizedLandmark] {
    landmarks.map { NormalizedLandmark(x: $0.x, y: $0.y, z: $0.z, visibility: nil, presence: nil) }
  }

  /// The public form of the world landmarks.
  var resultWorldLandmarks: [Landmark] {
    worldLandmarks.map { Landmark(x: $0.x, y: $0.y, z: $0.z, visibility: nil, presence: nil) }
  }

  /// The public form of the handedness: one category.
  var resultHandedness: [ResultCategory] {
    let handedness = handedness
    return [
      ResultCategory(
        index: handedness.side.rawValue, score: handedness.score, categoryName: handedness.name,
        displayName: handedness.name)
    ]
  }
}
