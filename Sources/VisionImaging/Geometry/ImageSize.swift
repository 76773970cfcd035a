/// An image's width and height in pixels, in single precision for calculations.
package struct ImageSize: Sendable, Hashable {
  package var width: Float
  package var height: Float

  package init(width: Float, height: Float) {
    self.width = width
    self.height = height
  }
}

extension ImageBuffer {
  /// The width and height to calculate with.
  package var size: ImageSize { ImageSize(width: Float(width), height: Float(height)) }
}
