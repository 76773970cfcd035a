import Foundation
import VisionImaging

/// A box in whole pixels of the stored image, rounded as in MediaPipe: each value is truncated, then clamped to the
/// image's size. A box may therefore extend beyond the right and the lower edge.
package struct PixelBox: Hashable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// - Parameters:
  ///   - bounds: The corners, in fractions of the image.
  ///   - imageWidth: The image's width in pixels.
  ///   - imageHeight: The image's height in pixels.
  package init(_ bounds: BoundingBox, imageWidth: Int, imageHeight: Int) {
    x = Self.pixels(bounds.xMin, of: imageWidth)
    y = Self.pixels(bounds.yMin, of: imageHeight)
    width = Self.pixels(bounds.xMax - bounds.xMin, of: imageWidth)
    height = Self.pixels(bounds.yMax - bounds.yMin, of: imageHeight)
  }

  /// The box in results.
  package var rect: CGRect { CGRect(x: x, y: y, width: width, height: height) }

  private static func pixels(_ fraction: Float, of extent: Int) -> Int {
    let value = fraction * Float(extent)
    // NaN becomes 0. Compare before converting, which would trap on infinity.
    guard value > 0 else { return 0 }
    return value < Float(extent) ? Int(value) : extent
  }
}
