import Foundation
import VisionMedia

/// The memory that decoding is going to take, from what a file says of itself and before anything is decoded.
struct DecodingCost: Sendable {
  /// For a pixel of a picture: 16 bits a channel as decoded, 8 as kept, a copy that is upright, and one that is drawn on.
  private static let pictureBytes = 16
  /// For a pixel of a video: the frames that a decoder and an encoder keep for later ones, and those on their way.
  private static let videoBytes = 64

  /// The maximum number of pixels that may be decoded.
  let pixels: Int
  /// The bytes that it takes.
  let bytes: Int

  /// The cost of a picture or of the first frame of a video.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - byteCount: Its length, which is read into memory if it is a picture.
  ///   - limits: The maximum number of pixels, which also stand for those of files that do not say theirs in a simple place.
  /// - Throws: When the file cannot be read.
  init(lookingInto url: URL, byteCount: Int, limits: StudioLimits) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    let start = try handle.read(upToCount: ImageHeader.headLength) ?? Data()
    guard start.withUnsafeBytes({ ImageFileFormat(signatureOf: $0) }) != nil else {
      pixels = limits.framePixels
      bytes = pixels * Self.pictureBytes
      return
    }
    // No file has fewer pixels than 1, and a limit of 0 would say nothing.
    pixels = min(max(ImageHeader.pixelCount(in: start) ?? limits.picturePixels, 1), limits.picturePixels)
    bytes = pixels * Self.pictureBytes + byteCount
  }

  /// The cost of a whole video, decoded and written anew.
  init(videoOf width: Int, _ height: Int) {
    pixels = width * height
    bytes = pixels * Self.videoBytes
  }
}
