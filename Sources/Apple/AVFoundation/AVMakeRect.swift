import AppleBase
import Foundation

/// The largest rectangle of an aspect ratio that fits into a rectangle, in its middle.
///
/// - Parameters:
///   - aspectRatio: A size with the aspect ratio, such as an image's.
///   - boundingRect: The rectangle to fit into.
/// - Returns: The rectangle; of size zero, in the middle, if a side of `aspectRatio` is not positive.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  let isUsable = aspectRatio.width > 0 && aspectRatio.height > 0
  let scale =
    isUsable ? min(boundingRect.width / aspectRatio.width, boundingRect.height / aspectRatio.height) : 0
  let size = isUsable ? CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale) : .zero
  return CGRect(
    x: boundingRect.midX - size.width / 2, y: boundingRect.midY - size.height / 2, width: size.width,
    height: size.height)
}
