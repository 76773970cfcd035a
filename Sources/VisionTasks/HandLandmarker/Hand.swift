import VisionImaging

/// One hand of one frame.
package struct Hand: Sendable {
  /// 21 landmarks in fractions of the stored image; z on the scale of x.
  package var landmarks: [SIMD3<Float>] = []
  /// 21 landmarks in metres, along the axes of the stored image.
  package var worldLandmarks: [SIMD3<Float>] = []
  /// How likely it is a right hand, 0...1.
  package var rightProbability: Float = 0
  /// Where to look for it in the next frame.
  package var nextRect = NormalizedRect(xCenter: 0, yCenter: 0, width: 0, height: 0, rotation: 0)

  /// The likelier side; a tie is a right hand.
  package var handedness: Handedness {
    rightProbability >= 1 - rightProbability
      ? Handedness(side: .right, score: rightProbability) : Handedness(side: .left, score: 1 - rightProbability)
  }
}

/// Which hand it is, seen in an image that is not mirrored.
package struct Handedness: Sendable, Hashable {
  /// The sides, numbered as MediaPipe's categories.
  package enum Side: Int, Sendable {
    case right = 0
    case left = 1
  }

  package let side: Side
  /// How likely, 0.5...1.
  package let score: Float

  /// The category name of MediaPipe.
  package var name: String { side == .right ? "Right" : "Left" }
}
