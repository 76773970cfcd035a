import VisionImaging

/// A box as detectors state it: its upper left corner and its size, in fractions of the tensor or the image.
package struct DetectionBox: Sendable, Hashable {
  package var xMin: Float
  package var yMin: Float
  package var width: Float
  package var height: Float

  package init(xMin: Float, yMin: Float, width: Float, height: Float) {
    self.xMin = xMin
    self.yMin = yMin
    self.width = width
    self.height = height
  }

  /// The box that spans two corners.
  package init(_ bounds: BoundingBox) {
    self.init(
      xMin: bounds.xMin, yMin: bounds.yMin, width: bounds.xMax - bounds.xMin, height: bounds.yMax - bounds.yMin)
  }

  /// The two corners.
  package var bounds: BoundingBox {
    BoundingBox(xMin: xMin, yMin: yMin, xMax: xMin + width, yMax: yMin + height)
  }
}
