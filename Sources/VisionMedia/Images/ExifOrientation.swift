import Foundation
import VisionImaging

/// The EXIF orientation of an image file: the tag Orientation (0x0112) in JPEG's APP1 segment, PNG's `eXIf` chunk,
/// WebP's `EXIF` chunk or a TIFF file itself.
enum ExifOrientation {
  /// The orientation in the file; nil when it is missing or not valid.
  static func find(in file: UnsafeRawBufferPointer, format: ImageFileFormat) -> ImageOrientation? {
    let bytes = ByteReader(file)
    guard let start = start(in: bytes, format), let directory = TIFFDirectory(in: bytes, at: start) else { return nil }
    return directory.values(.orientation)?.first.flatMap(ImageOrientation.init(exifValue:))
  }

  /// The position of the TIFF structure with the tag.
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

extension ImageOrientation {
  /// The orientation for the EXIF values 1 to 8.
  init?(exifValue: Int) {
    let values: [ImageOrientation] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    guard (1...values.count).contains(exifValue) else { return nil }
    self = values[exifValue - 1]
  }
}
