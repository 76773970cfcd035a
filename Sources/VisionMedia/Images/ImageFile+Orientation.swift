import Foundation
import VisionImaging

extension ImageFile {
  /// How an image file says that its stored pixels have to be rotated to be upright; `.up` when it says nothing.
  package static func statedOrientation(of bytes: Data) -> ImageOrientation {
    bytes.withUnsafeBytes { bytes in
      ImageFileFormat(signatureOf: bytes).flatMap { ExifOrientation.find(in: bytes, format: $0) } ?? .up
    }
  }

  /// The bytes of a JPEG file with the pixels as they are and a note on how they have to be rotated to be upright, as phones
  /// write them.
  ///
  /// - Parameters:
  ///   - image: The image as stored.
  ///   - quality: 1...100.
  ///   - orientation: How it has to be rotated; `.up` is written without a note.
  /// - Returns: A whole file.
  /// - Throws: As `encode(_:as:)`.
  package static func encodeJPEG(
    _ image: ImageBuffer, quality: Int, orientation: ImageOrientation
  ) throws -> Data {
    let plain = try encode(image, as: .jpeg(quality: quality))
    guard orientation != .up else { return plain }
    // The note follows the header: the mark of JPEG's start and a JFIF segment of 18 bytes, which TurboJPEG always writes.
    let headerLength = 20
    return plain.prefix(headerLength) + ExifOrientation.jpegSegment(orientation) + plain.dropFirst(headerLength)
  }
}
