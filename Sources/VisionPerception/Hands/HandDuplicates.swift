import VisionImaging

/// Finds hands that were detected twice.
///
/// Source: MediaPipe's `HandLandmarksDeduplicationCalculator`.
package enum HandDuplicates {
  /// Landmarks that have to lie close together, out of 21.
  private static let closeLandmarksNeeded = 10
  /// What counts as close, in sizes of the palm's base.
  private static let closeness: Float = 0.2
  private static let overlapThreshold: Float = 0.2

  /// - Parameters: 21 landmarks each, in fractions of the image.
  package static func areSameHand(_ first: [SIMD3<Float>], _ second: [SIMD3<Float>], in size: ImageSize) -> Bool {
    let limit = max(baseSize(first, size), baseSize(second, size)) * closeness
    var close = 0
    for (a, b) in zip(first, second) where distance(a, b, size) < limit { close += 1 }
    return close >= closeLandmarksNeeded
      && bounds(first).intersectionOverUnion(bounds(second)) > overlapThreshold
  }

  /// The longest side of the triangle of wrist, index and pinky base, in pixels.
  private static func baseSize(_ landmarks: [SIMD3<Float>], _ size: ImageSize) -> Float {
    max(
      distance(landmarks[0], landmarks[5], size), distance(landmarks[5], landmarks[17], size),
      distance(landmarks[17], landmarks[0], size))
  }

  private static func distance(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ size: ImageSize) -> Float {
    let x = (a.x - b.x) * size.width
    let y = (a.y - b.y) * size.height
    return (x * x + y * y).squareRoot()
  }

  private static func bounds(_ landmarks: [SIMD3<Float>]) -> HandBounds {
    let first = SIMD2(landmarks[0].x, landmarks[0].y)
    return landmarks.reduce(into: HandBounds(low: first, high: first)) { bounds, landmark in
      bounds.low = pointwiseMin(bounds.low, SIMD2(landmark.x, landmark.y))
      bounds.high = pointwiseMax(bounds.high, SIMD2(landmark.x, landmark.y))
    }
  }
}

/// The box around a hand's landmarks. Its corners are compared as they are, which a width would round.
private struct HandBounds: UprightBox {
  var low: SIMD2<Float>
  var high: SIMD2<Float>

  var minX: Float { low.x }
  var minY: Float { low.y }
  var maxX: Float { high.x }
  var maxY: Float { high.y }
}
