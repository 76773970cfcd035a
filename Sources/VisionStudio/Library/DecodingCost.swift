import Foundation
import VisionMedia

/// An upper bound on the memory of decoding a file, from its header alone.
struct DecodingCost: Sendable {
  /// Bytes per pixel of a video: the reference frames of decoder and encoder, and the pending frames.
  private static let videoBytes = 64

  /// The maximum number of pixels that may be decoded.
  let pixels: Int
  /// The memory in bytes.
  let bytes: Int

  /// The cost of an image, or of the first frame of a video.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - byteCount: Its length; an image file is read into memory as a whole.
  ///   - limits: The maximum number of pixels, also assumed for files whose header does not state a size.
  /// - Throws: An error when the file cannot be read.
  init(inspecting url: URL, byteCount: Int, limits: StudioLimits) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    let start = try handle.read(upToCount: ImageHeader.headLength) ?? Data()
    guard start.withUnsafeBytes({ ImageFileFormat(signatureOf: $0) }) != nil else {
      pixels = limits.framePixels
      bytes = pixels * ImageCost.bytesPerPixel
      return
    }
    let cost = ImageCost(start: start, byteCount: byteCount, pixelLimit: limits.imagePixels)
    (pixels, bytes) = (cost.pixels, cost.bytes)
  }

  /// The cost of decoding and re-encoding a whole video.
  init(videoOf width: Int, _ height: Int) {
    pixels = width * height
    bytes = pixels * Self.videoBytes
  }
}
