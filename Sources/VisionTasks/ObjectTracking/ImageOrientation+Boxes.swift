import Foundation
import VisionImaging

extension ImageOrientation {
  /// Where a box of the upright image is among the stored pixels.
  ///
  /// - Parameters:
  ///   - box: The box, from the upright image's top left corner.
  ///   - size: The width and height as stored.
  /// - Returns: The box, from the first stored pixel.
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

  /// Where a box of the stored pixels is in the upright image; the other way round.
  package func upright(_ box: CGRect, in size: CGSize) -> CGRect {
    switch self {
    case .left: Self.right.stored(box, in: CGSize(width: size.height, height: size.width))
    case .right: Self.left.stored(box, in: CGSize(width: size.height, height: size.width))
    case .leftMirrored, .rightMirrored: stored(box, in: CGSize(width: size.height, height: size.width))
    case .up, .down, .upMirrored, .downMirrored: stored(box, in: size)
    }
  }
}
