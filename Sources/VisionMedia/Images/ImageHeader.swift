package enum ImageHeader {
  /// The number of bytes that contain the size of nearly every file, after profiles and previews.
  package static let headLength = 1 << 20

  /// The number of pixels that an image file states; nil if its first bytes do not. Decoders get it as their limit.
  package static func pixelCount(in start: some ContiguousBytes) -> Int? {
    guard let size = start.withUnsafeBytes({ Self.size(in: $0) }), let width = size.width, let height = size.height
    else { return nil }
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? nil : count
  }

  private typealias Size = (width: Int?, height: Int?)

  private static func size(in start: UnsafeRawBufferPointer) -> Size? {
    let bytes = ByteReader(start)
    return switch ImageFileFormat(signatureOf: start) {
    case .jpeg:
      JPEGSegments(bytes).first { JPEGSegments.isFrameHeader($0.marker) }.map { _, content in
        (bytes.uint16(at: content + 3, .big), bytes.uint16(at: content + 1, .big))
      }
    case .png: (bytes.uint32(at: 16, .big), bytes.uint32(at: 20, .big))
    case .gif: (bytes.uint16(at: 6, .little), bytes.uint16(at: 8, .little))
    case .bmp: bmpSize(bytes)
    case .webP: webPSize(bytes)
    // The directory of a TIFF file is often at its end.
    case .tiff: TIFFDirectory(in: bytes, at: 0).map { ($0.values(.imageWidth)?.first, $0.values(.imageLength)?.first) }
    case .heic, .avif: heifSize(bytes)
    case nil: nil
    }
  }

  /// The canvas of a WebP file, or the size of its image in the simple layout.
  private static func webPSize(_ bytes: ByteReader) -> Size? {
    if let structure = WebPStructure(bytes) { return (structure.width, structure.height) }
    if bytes.matches("VP8L", at: 12), let bits = bytes.uint32(at: 21, .little) {
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    guard bytes.matches("VP8 ", at: 12) else { return nil }
    // The upper bits are a scale for display.
    return (bytes.uint16(at: 26, .little).map { $0 & 0x3FFF }, bytes.uint16(at: 28, .little).map { $0 & 0x3FFF })
  }

  /// The largest size in the properties (`ispe`) of a HEIC or AVIF file: that of the whole image, not of its tiles.
  private static func heifSize(_ bytes: ByteReader) -> Size? {
    var position = 0
    while position < headLength, let length = bytes.uint32(at: position, .big), length >= 8,
      !bytes.matches("meta", at: position + 4)
    { position += length }
    guard bytes.matches("meta", at: position + 4), let length = bytes.uint32(at: position, .big) else { return nil }
    let end = min(position + length, bytes.count, position + headLength)
    let sizes = stride(from: position + 12, to: end - 16, by: 1).lazy.filter { bytes.matches("ispe", at: $0) }
      .compactMap { place -> (Int, Int)? in
        bytes.uint32(at: place + 8, .big).flatMap { width in bytes.uint32(at: place + 12, .big).map { (width, $0) } }
      }
    return sizes.max { Double($0.0) * Double($0.1) < Double($1.0) * Double($1.1) }.map { ($0.0, $0.1) }
  }

  /// The size in a bitmap's header. The first version has 16-bit numbers; a negative height means top-down rows.
  private static func bmpSize(_ bytes: ByteReader) -> Size {
    if bytes.uint32(at: 14, .little) == 12 { return (bytes.uint16(at: 18, .little), bytes.uint16(at: 20, .little)) }
    let height = bytes.uint32(at: 22, .little).map { Int(Int32(truncatingIfNeeded: $0).magnitude) }
    return (bytes.uint32(at: 18, .little), height)
  }
}

/// An upper bound on the memory of decoding an image and working on it, from its header alone.
package struct ImageCost: Sendable, Hashable {
  /// Bytes per pixel: 16-bit decoded channels, the 8-bit copy, the upright copy and the annotated copy.
  package static let bytesPerPixel = 16
  package let pixels, bytes: Int

  /// For a file's first `ImageHeader.headLength` bytes; without a stated size it has as many pixels as the limit.
  /// `maskBytes` are those of a pixel's masks.
  package init(start: some ContiguousBytes, byteCount: Int, pixelLimit: Int, maskBytes: Int = 0) {
    // At least 1: a limit of 0 would mean no limit.
    self.init(
      pixels: min(max(ImageHeader.pixelCount(in: start) ?? pixelLimit, 1), pixelLimit), byteCount: byteCount,
      maskBytes: maskBytes)
  }

  package init(pixels: Int, byteCount: Int, maskBytes: Int = 0) {
    self.pixels = pixels
    bytes = pixels * (Self.bytesPerPixel + maskBytes) + byteCount
  }
}

/// The EXIF orientation of an image file: the tag Orientation (0x0112) in JPEG's APP1 segment, PNG's `eXIf` chunk,
/// WebP's `EXIF` chunk or a TIFF file itself.
enum ExifOrientation {
  static func find(in file: UnsafeRawBufferPointer, format: ImageFileFormat) -> ImageOrientation? {
    let bytes = ByteReader(file)
    guard let start = start(in: bytes, format), let directory = TIFFDirectory(in: bytes, at: start) else { return nil }
    return directory.values(.orientation)?.first.flatMap(ImageOrientation.init(exifValue:))
  }

  private static func start(in bytes: ByteReader, _ format: ImageFileFormat) -> Int? {
    // Some writers keep JPEG's prefix in WebP files.
    let prefix = "Exif\0\0"
    switch format {
    case .jpeg:
      return JPEGSegments(bytes).first { $0.marker == 0xFFE1 && bytes.matches(prefix, at: $0.content) }
        .map { $0.content + prefix.utf8.count }
    case .png: return FileChunks(ofPNG: bytes).first { $0.name == "eXIf" }?.content
    case .webP:
      return FileChunks(ofWebP: bytes).first { $0.name == "EXIF" }
        .map { $0.content + (bytes.matches(prefix, at: $0.content) ? prefix.utf8.count : 0) }
    case .tiff: return 0
    // The rotation of a HEIC or AVIF file is a part of its image, and libheif applies it; EXIF only repeats it.
    case .bmp, .gif, .heic, .avif: return nil
    }
  }

  /// A JPEG segment with only the orientation: the smallest EXIF.
  static func jpegSegment(_ orientation: ImageOrientation) -> Data {
    let value = UInt8((1...8).first { ImageOrientation(exifValue: $0) == orientation } ?? 1)
    // Big-endian TIFF with one directory at byte 8: one entry, Orientation, one 16-bit number; no further directory.
    let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
    let content = Data("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8] + directory
    let length = content.count + 2
    return Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
  }
}
