import VisionImaging

/// Reads a landmark model's output.
///
/// Source: MediaPipe's `TensorsToLandmarksCalculator`.
package struct LandmarkDecoder: Sendable {
  /// The divisor of x and y: the size of the model's input in pixels.
  package let inputSize: Float
  /// The second divisor of z.
  package let zScale: Float

  package init(inputSize: Float, zScale: Float) {
    self.inputSize = inputSize
    self.zScale = zScale
  }

  /// The landmarks in fractions of the crop, one for each three raw values.
  package func decode(_ raw: UnsafeBufferPointer<Float>, into landmarks: inout [SIMD3<Float>]) {
    landmarks.removeAll(keepingCapacity: true)
    for start in stride(from: 0, to: raw.count - 2, by: 3) {
      landmarks.append(SIMD3(raw[start] / inputSize, raw[start + 1] / inputSize, raw[start + 2] / inputSize / zScale))
    }
  }
}

/// Projects landmarks from a region's crop to the image.
///
/// Source: MediaPipe's `LandmarkProjectionCalculator` and `WorldLandmarkProjectionCalculator`. The rectangle is square
/// in pixels, so rotation in normalized units is right.
package struct LandmarkProjection: Sendable {
  private let rect: NormalizedRect
  private let cosine: Float
  private let sine: Float

  package init(from rect: NormalizedRect) {
    self.rect = rect
    (cosine, sine) = rect.rotation.cosineAndSine
  }

  /// From fractions of the crop to fractions of the image; z is scaled by the rectangle's width.
  package func project(_ landmark: SIMD3<Float>) -> SIMD3<Float> {
    let x = landmark.x - 0.5
    let y = landmark.y - 0.5
    return SIMD3(
      (cosine * x - sine * y) * rect.width + rect.xCenter, (sine * x + cosine * y) * rect.height + rect.yCenter,
      landmark.z * rect.width)
  }

  /// World landmarks (metres), rotated from the crop's axes to the image's.
  package func projectWorld(_ landmark: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(cosine * landmark.x - sine * landmark.y, sine * landmark.x + cosine * landmark.y, landmark.z)
  }
}

/// The bounding box of points, with MediaPipe's start values.
///
/// Maxima start from the smallest positive number instead of minus infinity, so a set with only negative coordinates
/// has a maximum of about 0. Results beyond the left and upper edge depend on it.
package struct LandmarkBounds: Sendable {
  package private(set) var low = SIMD2<Float>(repeating: .greatestFiniteMagnitude)
  package private(set) var high = SIMD2<Float>(repeating: .leastNormalMagnitude)

  package init() {}

  package mutating func include(_ point: SIMD2<Float>) {
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }

  package var center: SIMD2<Float> { (high + low) / 2 }
  package var size: SIMD2<Float> { high - low }
}
