import VisionErrors
import VisionImaging

/// One picture on its way through a pipeline: a view of its pixels and how they stand.
package struct Frame: Sendable {
  /// The pixels as stored; coordinates of results refer to them.
  package let image: ImageBuffer
  /// How the pixels have to be turned to be upright; never mirrored.
  package let orientation: ImageOrientation

  package init(image: ImageBuffer, orientation: ImageOrientation = .up) {
    self.image = image
    self.orientation = orientation
  }

  /// - Throws: `TasksError` with `invalidArgumentError` for a mirrored orientation.
  package init(_ image: MPImage) throws {
    guard !image.orientation.isMirrored else {
      throw TasksError.invalidArgument(
        "The orientation \(image.orientation) is mirrored, which the tasks do not support; allowed are up, right, down and "
          + "left. Mirror the pixels before.")
    }
    self.init(image: image.imageBuffer, orientation: image.orientation)
  }

  /// The rectangle that covers the picture and turns it upright.
  var fullRect: NormalizedRect { NormalizedRect(coveringImageOf: image.size, orientation: orientation) }
}
