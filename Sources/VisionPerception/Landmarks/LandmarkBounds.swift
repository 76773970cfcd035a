import VisionImaging

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
