import Foundation
import VisionErrors
import VisionImaging

/// One image on its way through a pipeline: a view of its pixels and how they stand.
package struct Frame: Sendable {
  /// The pixels as stored; coordinates of results refer to them.
  package let image: ImageBuffer
  /// How the pixels have to be turned to be upright; never mirrored.
  package let orientation: ImageOrientation
  /// The part that counts, in fractions of the image as stored; nil for all of it.
  private let region: CGRect?

  package init(image: ImageBuffer, orientation: ImageOrientation = .up, region: CGRect? = nil) {
    self.image = image
    self.orientation = orientation
    self.region = region
  }

  /// - Parameters:
  ///   - image: The image.
  ///   - region: The part that counts, in fractions of the image as stored; nil, the default, for all of it.
  /// - Throws: `TasksError` with `invalidArgumentError` for a mirrored orientation, and for a region that is empty or not within
  ///   the image.
  package init(_ image: MPImage, region: CGRect? = nil) throws {
    if let region {
      // In this form NaN is refused, too.
      guard region.origin.x >= 0, region.origin.y >= 0, region.size.width > 0, region.size.height > 0, region.maxX <= 1,
        region.maxY <= 1
      else {
        throw TasksError.invalidArgument(
          "The region of interest is \(region); it has to lie within (0, 0, 1, 1), fractions of the image's width and height, "
            + "and not to be empty.")
      }
    }
    guard !image.orientation.isMirrored else {
      throw TasksError.invalidArgument(
        "The orientation \(image.orientation) is mirrored, which the tasks do not support; allowed are up, right, down and "
          + "left. Mirror the pixels before.")
    }
    self.init(image: image.imageBuffer, orientation: image.orientation, region: region)
  }

  /// The rectangle that covers the image, or the region of interest, and turns it upright.
  var fullRect: NormalizedRect {
    var rect = NormalizedRect(coveringImageOf: image.size, orientation: orientation)
    guard let region else { return rect }
    // Single precision in MediaPipe's order, by edges. The region is cut from the image as stored, and then turned.
    let (left, top, right, bottom) = (Float(region.minX), Float(region.minY), Float(region.maxX), Float(region.maxY))
    (rect.xCenter, rect.yCenter) = ((left + right) / 2, (top + bottom) / 2)
    let (width, height) = (right - left, bottom - top)
    let isQuarterTurn = orientation.clockwiseDegrees % 180 != 0
    rect.width = isQuarterTurn ? height * image.size.height / image.size.width : width
    rect.height = isQuarterTurn ? width * image.size.width / image.size.height : height
    return rect
  }
}
