import Foundation
import VisionImaging

extension ImageFile {
  /// The orientation that an image file states; `.up` when it states none.
  package static func statedOrientation(of bytes: Data) -> ImageOrientation {
    bytes.withUnsafeBytes { bytes in
      ImageFileFormat(signatureOf: bytes).flatMap { ExifOrientation.find(in: bytes, format: $0) } ?? .up
    }
  }

  /// Encodes a JPEG file with the pixels as they are and an EXIF orientation, as phones write them.
  ///
  /// - Parameters:
  ///   - image: The image as stored.
  ///   - quality: 1...100.
  ///   - orientation: Its rotation to upright; `.up` is not written.
  /// - Returns: The file's bytes.
  /// - Throws: As `encode(_:as:)`.
  package static func encodeJPEG(
    _ image: ImageBuffer, quality: Int, orientation: ImageOrientation
  ) throws -> Data {
    let plain = try encode(image, as: .jpeg(quality: quality))
    guard orientation != .up else { return plain }
    // The segment follows the header: the SOI marker and a JFIF segment of 18 bytes, which TurboJPEG always writes.
    let headerLength = 20
    return plain.prefix(headerLength) + ExifOrientation.jpegSegment(orientation) + plain.dropFirst(headerLength)
  }
}
