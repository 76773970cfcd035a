import Foundation

/// The size that an image file states, read without decoding.
package enum ImageHeader {
  /// The number of bytes that contain the size of nearly every file, after profiles and previews.
  package static let headLength = 1 << 20

  /// The number of pixels that an image file states; nil if the first bytes do not contain it, or for formats without a
  /// simple header. The number is untrusted: decoders get it as their limit.
  package static func pixelCount(in start: Data) -> Int? {
    start.withUnsafeBytes { start in
      let bytes = ByteReader(start)
      let size: (width: Int?, height: Int?)? =
        switch ImageFileFormat(signatureOf: start) {
        case .jpeg: jpegSize(bytes)
        case .png: (bytes.uint32(at: 16, .big), bytes.uint32(at: 20, .big))
        case .gif: (bytes.uint16(at: 6, .little), bytes.uint16(at: 8, .little))
        case .bmp: bmpSize(bytes)
        // The parts of these formats may differ from the whole, and the directory of a TIFF file is often at its end.
        case .webP, .tiff, .heic, .avif, nil: nil
        }
      guard let size, let width = size.width, let height = size.height else { return nil }
      let (count, overflows) = width.multipliedReportingOverflow(by: height)
      return overflows ? nil : count
    }
  }

  /// The size in the first frame header (SOF) of a JPEG file.
  private static func jpegSize(_ bytes: ByteReader) -> (Int?, Int?)? {
    var position = 2
    while let marker = bytes.uint16(at: position, .big), marker & 0xFF00 == 0xFF00 {
      if marker == 0xFFFF {
        position += 1  // A fill byte before the marker.
        continue
      }
      // Huffman and arithmetic coding tables have markers in the range of the frame headers.
      if (0xFFC0...0xFFCF).contains(marker), ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
        return (bytes.uint16(at: position + 7, .big), bytes.uint16(at: position + 5, .big))
      }
      guard marker != 0xFFDA, marker != 0xFFD9, let length = bytes.uint16(at: position + 2, .big), length >= 2 else {
        return nil
      }
      position += 2 + length
    }
    return nil
  }

  /// The size in a bitmap's header. The first version has 16 bits for each number; a negative height means top-down
  /// rows.
  private static func bmpSize(_ bytes: ByteReader) -> (Int?, Int?) {
    if bytes.uint32(at: 14, .little) == 12 {
      return (bytes.uint16(at: 18, .little), bytes.uint16(at: 20, .little))
    }
    let height = bytes.uint32(at: 22, .little).map { Int(Int32(truncatingIfNeeded: $0).magnitude) }
    return (bytes.uint32(at: 18, .little), height)
  }
}
