/// An affine map of points: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
package struct PointTransform: Sendable, Hashable {
  package var xx, xy, x0, yx, yy, y0: Float

  package init(xx: Float, xy: Float, x0: Float, yx: Float, yy: Float, y0: Float) {
    (self.xx, self.xy, self.x0, self.yx, self.yy, self.y0) = (xx, xy, x0, yx, yy, y0)
  }

  package func callAsFunction(_ point: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(point.x * xx + point.y * xy + x0, point.x * yx + point.y * yy + y0)
  }

  /// The bounds of the four corners after the map.
  package func callAsFunction(_ box: NormalizedBox) -> NormalizedBox {
    let a = self(SIMD2(box.minX, box.minY))
    let b = self(SIMD2(box.maxX, box.minY))
    let c = self(SIMD2(box.maxX, box.maxY))
    let d = self(SIMD2(box.minX, box.maxY))
    let low = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
    let high = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
    return NormalizedBox(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }
}

/// Maps points in fractions of a square letterboxed tensor to fractions of the image.
///
/// Source: MediaPipe's `DetectionLetterboxRemovalCalculator`, which is wrong for rotated images; the rotation is undone
/// here.
package struct LetterboxRemoval: Sendable {
  private let padding: SIMD2<Float>
  private let region: ImageRegion
  private let size: ImageSize

  /// The region is that of the image before letterboxing.
  package init(of region: ImageRegion, in size: ImageSize) {
    let aspect = region.height / region.width
    padding = 1 > aspect ? SIMD2(0, (1 - aspect) / 2) : SIMD2((1 - 1 / aspect) / 2, 0)
    self.region = region
    self.size = size
  }

  package func callAsFunction(_ point: SIMD2<Float>) -> SIMD2<Float> {
    let inRegion = (point - padding) / (1 - (padding + padding))
    guard region.rotation != 0 else { return inRegion }
    let (cosine, sine) = region.rotation.cosineAndSine
    let offset = (inRegion - 0.5) * SIMD2(region.width, region.height)
    return SIMD2(
      (region.xCenter + cosine * offset.x - sine * offset.y) / size.width,
      (region.yCenter + sine * offset.x + cosine * offset.y) / size.height)
  }
}
