/// An affine map of points: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
package struct PointTransform: Sendable, Hashable {
  package var xx: Float
  package var xy: Float
  package var x0: Float
  package var yx: Float
  package var yy: Float
  package var y0: Float

  package init(xx: Float, xy: Float, x0: Float, yx: Float, yy: Float, y0: Float) {
    self.xx = xx
    self.xy = xy
    self.x0 = x0
    self.yx = yx
    self.yy = yy
    self.y0 = y0
  }

  package func callAsFunction(_ point: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(point.x * xx + point.y * xy + x0, point.x * yx + point.y * yy + y0)
  }

  /// The bounds of the four corners after the map.
  package func callAsFunction(_ box: BoundingBox) -> BoundingBox {
    let a = self(SIMD2(box.xMin, box.yMin))
    let b = self(SIMD2(box.xMax, box.yMin))
    let c = self(SIMD2(box.xMax, box.yMax))
    let d = self(SIMD2(box.xMin, box.yMax))
    let low = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
    let high = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
    return BoundingBox(xMin: low.x, yMin: low.y, xMax: high.x, yMax: high.y)
  }
}
