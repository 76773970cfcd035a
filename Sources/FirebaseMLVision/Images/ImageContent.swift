import Foundation
import VisionImaging

/// An image as it was when it was handed over.
struct ImageContent: Sendable {
  let pixels: ImageBuffer
  /// How the pixels have to be rotated to be upright.
  let orientation: ImageOrientation
  /// How they have to be rotated to be the image as its owner sees it: `up` for a buffer, a `UIImage`'s own.
  let givenOrientation: ImageOrientation
  /// The time in the stream; nil where it is not known.
  let timestampInMilliseconds: Int?

  /// The pixels as the detector takes them; a copy where they are stored another way.
  func upright() throws -> ImageBuffer { try pixels.upright(from: orientation) }

  /// A box of the upright image, in the image as it was given.
  func given(_ box: CGRect) -> CGRect {
    guard orientation != givenOrientation else { return box }
    let size = CGSize(width: pixels.width, height: pixels.height)
    return givenOrientation.upright(orientation.stored(box, in: size), in: size)
  }
}
