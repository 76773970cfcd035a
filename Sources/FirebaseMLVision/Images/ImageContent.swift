import Foundation
import VisionImaging

/// The content of a `VisionImage` at the time of a call.
struct ImageContent: Sendable {
  let pixels: ImageBuffer
  /// The rotation that makes the pixels upright.
  let orientation: ImageOrientation
  /// The rotation from the pixels to the caller's image: `up` for a buffer, the `UIImage`'s own orientation otherwise.
  let givenOrientation: ImageOrientation
  /// The time in the stream; nil if it is unknown.
  let timestampInMilliseconds: Int?

  /// The upright pixels; a copy unless they are stored upright.
  func upright() throws -> ImageBuffer { try pixels.upright(from: orientation) }

  /// Maps a box from the upright image to the caller's image.
  func given(_ box: CGRect) -> CGRect {
    guard orientation != givenOrientation else { return box }
    let size = CGSize(width: pixels.width, height: pixels.height)
    return givenOrientation.upright(orientation.stored(box, in: size), in: size)
  }
}
