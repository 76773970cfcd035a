/// An upright box given by two corners, in any unit.
package struct BoundingBox: Sendable, Hashable {
  package var xMin: Float
  package var yMin: Float
  package var xMax: Float
  package var yMax: Float

  package init(xMin: Float, yMin: Float, xMax: Float, yMax: Float) {
    self.xMin = xMin
    self.yMin = yMin
    self.xMax = xMax
    self.yMax = yMax
  }

  /// The area; negative for an inverted box.
  package var area: Float { (xMax - xMin) * (yMax - yMin) }

  /// The intersection over union; 0 where the boxes do not overlap or have no area.
  package func intersectionOverUnion(_ other: BoundingBox) -> Float {
    let width = min(xMax, other.xMax) - max(xMin, other.xMin)
    let height = min(yMax, other.yMax) - max(yMin, other.yMin)
    guard width > 0, height > 0 else { return 0 }
    let intersection = width * height
    let union = area + other.area - intersection
    return union > 0 ? intersection / union : 0
  }
}
