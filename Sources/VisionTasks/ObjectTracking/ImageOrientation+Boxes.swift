import Foundation
import VisionImaging

extension ImageOrientation {
  /// Maps a box from the upright image to the stored pixels.
  ///
  /// - Parameters:
  ///   - box: The box, relative to the upright image's top left corner.
  ///   - size: The width and height as stored.
  /// - Returns: The box, relative to the first stored pixel.
  package func stored(_ box: CGRect, in size: CGSize) -> CGRect {
    switch self {
    case .up: box
    case .upMirrored: CGRect(x: size.width - box.maxX, y: box.minY, width: box.width, height: box.height)
    case .down:
      CGRect(x: size.width - box.maxX, y: size.height - box.maxY, width: box.width, height: box.height)
    case .downMirrored: CGRect(x: box.minX, y: size.height - box.maxY, width: box.width, height: box.height)
    case .leftMirrored: CGRect(x: box.minY, y: box.minX, width: box.height, height: box.width)
    case .right: CGRect(x: box.minY, y: size.height - box.maxX, width: box.height, height: box.width)
    case .rightMirrored:
      CGRect(x: size.width - box.maxY, y: size.height - box.maxX, width: box.height, height: box.width)
    case .left: CGRect(x: size.width - box.maxY, y: box.minX, width: box.height, height: box.width)
    }
  }

  /// Maps a box from the stored pixels to the upright image; the inverse of `stored(_:in:)`.
  package func upright(_ box: CGRect, in size: CGSize) -> CGRect {
    switch self {
    case .left: Self.right.stored(box, in: CGSize(width: size.height, height: size.width))
    case .right: Self.left.stored(box, in: CGSize(width: size.height, height: size.width))
    case .leftMirrored, .rightMirrored: stored(box, in: CGSize(width: size.height, height: size.width))
    case .up, .down, .upMirrored, .downMirrored: stored(box, in: size)
    }
  }
}
