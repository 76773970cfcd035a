/// An upright box of any unit: the one place that computes how much two boxes overlap.
package protocol UprightBox {
  associatedtype Value: BinaryFloatingPoint
  var minX: Value { get }
  var minY: Value { get }
  var maxX: Value { get }
  var maxY: Value { get }
  /// The area; negative for an inverted box.
  var area: Value { get }
}

// Inlinable, since overlaps are computed for thousands of boxes of a frame.
extension UprightBox {
  @inlinable package var area: Value { (maxX - minX) * (maxY - minY) }

  /// The area that both boxes cover; 0 where they only touch.
  @inlinable
  package func intersection(_ other: Self) -> Value {
    let width = min(maxX, other.maxX) - max(minX, other.minX)
    let height = min(maxY, other.maxY) - max(minY, other.minY)
    return width > 0 && height > 0 ? width * height : 0
  }

  /// The intersection over union; 0 where the boxes do not overlap or have no area.
  @inlinable
  package func intersectionOverUnion(_ other: Self) -> Value {
    let common = intersection(other)
    let union = area + other.area - common
    return common > 0 && union > 0 ? common / union : 0
  }
}

/// An upright box in fractions of a tensor or an image: its upper left corner and its size, as detectors state it.
///
/// Single precision in MediaPipe's order of operations: the far corner and the area are those of a box that was converted to corners.
package struct NormalizedBox: UprightBox, Sendable, Hashable {
  package var minX: Float
  package var minY: Float
  package var width: Float
  package var height: Float

  package init(minX: Float, minY: Float, width: Float, height: Float) {
    (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
  }

  package init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
    self.init(minX: minX, minY: minY, width: maxX - minX, height: maxY - minY)
  }

  package var maxX: Float { minX + width }
  package var maxY: Float { minY + height }
}
