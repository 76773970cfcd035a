import Foundation

/// The size that an image file states, read without decoding.
package enum ImageHeader {
  /// The number of bytes that contain the size of nearly every file, after profiles and previews.
  package static let headLength = 1 << 20

  /// The number of pixels that an image file states; nil if the first bytes do not contain it. The number is untrusted: decoders get
  /// it as their limit.
  package static func pixelCount(in start: Data) -> Int? { start.withUnsafeBytes { pixelCount(in: $0) } }

  /// The same for bytes in memory.
  package static func pixelCount(in start: UnsafeRawBufferPointer) -> Int? {
    let bytes = ByteReader(start)
    let size: (width: Int?, height: Int?)? =
      switch ImageFileFormat(signatureOf: start) {
      case .jpeg: jpegSize(bytes)
      case .png: (bytes.uint32(at: 16, .big), bytes.uint32(at: 20, .big))
      case .gif: (bytes.uint16(at: 6, .little), bytes.uint16(at: 8, .little))
      case .bmp: bmpSize(bytes)
      case .webP: webPSize(bytes)
      // The directory of a TIFF file is often at its end.
      case .tiff:
        TIFFDirectory(in: bytes, at: 0).map { ($0.values(.imageWidth)?.first, $0.values(.imageLength)?.first) }
      case .heic, .avif: heifSize(bytes)
      case nil: nil
      }
    guard let size, let width = size.width, let height = size.height else { return nil }
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? nil : count
  }

  /// The canvas of a WebP file, or the size of its image in the simple layout.
  private static func webPSize(_ bytes: ByteReader) -> (Int?, Int?)? {
    if let structure = WebPStructure(bytes) { return (structure.width, structure.height) }
    if bytes.matches("VP8L", at: 12), let bits = bytes.uint32(at: 21, .little) {
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    guard bytes.matches("VP8 ", at: 12), let width = bytes.uint16(at: 26, .little),
      let height = bytes.uint16(at: 28, .little)
    else { return nil }
    // The upper bits are a scale for display.
    return (width & 0x3FFF, height & 0x3FFF)
  }

  /// The largest size in the properties (`ispe`) of a HEIC or AVIF file: that of the whole image, not of its tiles.
  private static func heifSize(_ bytes: ByteReader) -> (Int?, Int?)? {
    var position = 0
    while position < headLength, let length = bytes.uint32(at: position, .big), length >= 8,
      !bytes.matches("meta", at: position + 4)
    {
      position += length
    }
    guard bytes.matches("meta", at: position + 4), let length = bytes.uint32(at: position, .big) else { return nil }
    let end = min(position + length, bytes.count, position + headLength)
    let sizes = stride(from: position + 12, to: end - 16, by: 1).lazy.filter { bytes.matches("ispe", at: $0) }
      .compactMap { place -> (Int?, Int?)? in
        guard let width = bytes.uint32(at: place + 8, .big), let height = bytes.uint32(at: place + 12, .big) else {
          return nil
        }
        return (width, height)
      }
    return sizes.max { Double($0.0 ?? 0) * Double($0.1 ?? 0) < Double($1.0 ?? 0) * Double($1.1 ?? 0) }
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

/// An upper bound on the memory of decoding an image and working on it, from its header alone.
package struct ImageCost: Sendable, Hashable {
  /// Bytes per pixel: 16-bit decoded channels, the 8-bit copy, the upright copy and the annotated copy.
  package static let bytesPerPixel = 16

  /// The maximum number of pixels that may be decoded.
  package let pixels: Int
  /// The memory in bytes.
  package let bytes: Int

  /// The cost of an image file.
  ///
  /// - Parameters:
  ///   - start: The file's first bytes, `ImageHeader.headLength` of them are enough.
  ///   - byteCount: The file's length; it is read into memory as a whole.
  ///   - pixelLimit: The maximum number of pixels, also assumed for files whose header does not state a size.
  package init(start: Data, byteCount: Int, pixelLimit: Int) {
    // At least 1: a limit of 0 would mean no limit.
    self.init(
      pixels: min(max(ImageHeader.pixelCount(in: start) ?? pixelLimit, 1), pixelLimit), byteCount: byteCount)
  }

  /// The cost of an image file in memory.
  ///
  /// - Parameters:
  ///   - file: The whole file.
  ///   - byteCount: The bytes that are copied to decode it.
  ///   - pixelLimit: The maximum number of pixels, also assumed for files whose header does not state a size.
  package init(file: UnsafeRawBufferPointer, byteCount: Int, pixelLimit: Int) {
    self.init(
      pixels: min(max(ImageHeader.pixelCount(in: file) ?? pixelLimit, 1), pixelLimit), byteCount: byteCount)
  }

  /// The cost of an image of so many pixels.
  package init(pixels: Int, byteCount: Int) {
    self.pixels = pixels
    bytes = pixels * Self.bytesPerPixel + byteCount
  }
}
