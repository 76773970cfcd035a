import VisionImaging

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
