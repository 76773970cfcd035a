import Foundation
import VisionImaging

/// Regions of interest of bodies, from two alignment points.
///
/// Source: MediaPipe's `AlignmentPointsRectsCalculator` and the rect transformation behind it.
package enum PoseRegions {
  private static let scale: Float = 1.25

  /// The region around `center` (the hips' middle) that reaches to `scalePoint`, rotated so that the point is above the
  /// centre.
  ///
  /// Takes points in fractions of the image.
  package static func rect(
    center: SIMD2<Float>, scalePoint: SIMD2<Float>, in size: ImageSize
  ) -> NormalizedRect {
    let start = center * SIMD2(size.width, size.height)
    let end = scalePoint * SIMD2(size.width, size.height)
    let distance = end - start
    let side = Float(2 * Double(distance.x * distance.x + distance.y * distance.y).squareRoot())
    let angle = Float(atan2(Double(-distance.y), Double(distance.x)))
    let tight = NormalizedRect(
      xCenter: start.x / size.width, yCenter: start.y / size.height, width: side / size.width,
      height: side / size.height, rotation: (Float(Double.pi / 2) - angle).normalizedRadians)
    return tight.expandedToSquare(scale: scale, shiftY: 0, in: size)
  }

  /// Associates rectangles in order: each replaces the earlier ones that it overlaps by more than `threshold`.
  ///
  /// Source: MediaPipe's `AssociationNormRectCalculator`: later rectangles win.
  package static func associate(_ rects: inout [NormalizedRect], threshold: Float) {
    var kept = 0
    for index in rects.indices {
      let rect = rects[index]
      var remaining = 0
      for earlier in 0..<kept where !(rect.intersectionOverUnion(rects[earlier]) > threshold) {
        rects[remaining] = rects[earlier]
        remaining += 1
      }
      rects[remaining] = rect
      kept = remaining + 1
    }
    rects.removeLast(rects.count - kept)
  }
}
