import Foundation
import NIOCore
import VisionCore
import VisionImaging
import VisionMedia

/// An image of a request, not decoded yet. The bytes are a part of the request's, not a copy.
package enum ImageSource: Sendable, Hashable {
  /// An image file.
  case encoded(ByteBuffer)
  /// RGB rows without padding.
  case pixels(ByteBuffer, width: Int, height: Int)

  /// The length of the file; 0 without one.
  var byteCount: Int { if case .encoded(let bytes) = self { bytes.readableBytes } else { 0 } }

  /// The memory of decoding the image and working on it, and the number of pixels that it may have then.
  func cost(pixelLimit: Int) -> ImageCost {
    switch self {
    case .encoded(let bytes):
      // All of it: the directory of a TIFF file may be at its end. The bytes are not copied.
      return bytes.withUnsafeReadableBytes { file in
        ImageCost(
          start: file, byteCount: bytes.readableBytes, pixelLimit: pixelLimit)
      }
    case .pixels(_, let width, let height): return ImageCost(pixels: width * height, byteCount: 0)
    }
  }

  /// Decodes the image.
  ///
  /// - Parameters:
  ///   - pixelLimit: The maximum number of pixels.
  ///   - onWarning: Called with a sentence for each tolerated defect; by default nothing is.
  /// - Returns: The pixels.
  /// - Throws: `TasksError` for an image that cannot be decoded or is too large.
  func image(pixelLimit: Int, onWarning: (String) -> Void = { _ in }) throws -> ImageBuffer {
    switch self {
    case .encoded(let bytes):
      try ImageFile.decode(Data(bytes.readableBytesView), pixelLimit: pixelLimit, onWarning: onWarning)
    case .pixels(let bytes, let width, let height):
      try ImageBuffer(copying: bytes.readableBytesView, width: width, height: height, format: .rgb)
    }
  }
}
