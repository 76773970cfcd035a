import VisionImaging

/// A picture as it was when it was handed over.
struct ImageContent: Sendable {
  let pixels: ImageBuffer
  let orientation: ImageOrientation
  /// The time in the stream; nil where it is not known.
  let timestampInMilliseconds: Int?

  /// The pixels as they are looked at; a copy where they are stored another way.
  func upright() throws -> ImageBuffer { try pixels.upright(from: orientation) }
}
