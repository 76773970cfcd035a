import VisionImaging

/// A hand in one frame.
package struct Hand: Sendable {
  /// 21 landmarks in fractions of the stored image; z on the scale of x.
  package var landmarks: [SIMD3<Float>] = []
  /// 21 landmarks in meters, along the axes of the stored image.
  package var worldLandmarks: [SIMD3<Float>] = []
  /// The probability of a right hand, 0...1.
  package var rightProbability: Float = 0
  /// The predicted region in the next frame.
  package var nextRect = NormalizedRect(xCenter: 0, yCenter: 0, width: 0, height: 0, rotation: 0)

  /// The more probable side; right if both are equal.
  package var handedness: Handedness {
    rightProbability >= 1 - rightProbability
      ? Handedness(side: .right, score: rightProbability) : Handedness(side: .left, score: 1 - rightProbability)
  }
}

/// The side of a hand in an image that is not mirrored.
package struct Handedness: Sendable, Hashable {
  /// The sides, with MediaPipe's category indices.
  package enum Side: Int, Sendable {
    case right = 0
    case left = 1
  }

  package let side: Side
  /// The probability, 0.5...1.
  package let score: Float

  /// MediaPipe's category name.
  package var name: String { side == .right ? "Right" : "Left" }
}

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
