import Foundation
import VisionImaging

/// The EXIF orientation of an image file: the tag Orientation (0x0112) in JPEG's APP1 segment, PNG's `eXIf` chunk,
/// WebP's `EXIF` chunk or a TIFF file itself.
enum ExifOrientation {
  /// The orientation in the file; nil when it is missing or not valid.
  static func find(in file: UnsafeRawBufferPointer, format: ImageFileFormat) -> ImageOrientation? {
    let bytes = ByteReader(file)
    let start: Int? =
      switch format {
      case .jpeg: exifInJPEG(bytes)
      case .png: exifInPNG(bytes)
      case .webP: exifInWebP(bytes)
      case .tiff: 0
      // The rotation of a HEIC or AVIF file is a part of its image, and libheif applies it; EXIF only repeats it.
      case .bmp, .gif, .heic, .avif: nil
      }
    guard let start, let directory = TIFFDirectory(in: bytes, at: start) else { return nil }
    return directory.values(.orientation)?.first.flatMap(ImageOrientation.init(exifValue:))
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

  private static func exifInJPEG(_ bytes: ByteReader) -> Int? {
    var position = 2
    while let marker = bytes.uint16(at: position, .big), marker & 0xFF00 == 0xFF00 {
      if marker == 0xFFFF {
        position += 1  // A fill byte before the marker.
        continue
      }
      // The scan begins or the image ends: no more headers.
      guard marker != 0xFFDA, marker != 0xFFD9, let length = bytes.uint16(at: position + 2, .big), length >= 2 else {
        return nil
      }
      if marker == 0xFFE1, bytes.matches("Exif\0\0", at: position + 4) { return position + 10 }
      position += 2 + length
    }
    return nil
  }

  private static func exifInPNG(_ bytes: ByteReader) -> Int? {
    var position = 8
    while let length = bytes.uint32(at: position, .big) {
      if bytes.matches("eXIf", at: position + 4) { return position + 8 }
      position += 12 + length
    }
    return nil
  }

  private static func exifInWebP(_ bytes: ByteReader) -> Int? {
    var position = 12
    while let length = bytes.uint32(at: position + 4, .little) {
      if bytes.matches("EXIF", at: position) {
        // Some writers keep JPEG's prefix.
        return position + 8 + (bytes.matches("Exif\0\0", at: position + 8) ? 6 : 0)
      }
      position += 8 + length + length % 2
    }
    return nil
  }
}

extension ImageOrientation {
  /// The orientation for the EXIF values 1 to 8.
  init?(exifValue: Int) {
    switch exifValue {
    case 1: self = .up
    case 2: self = .upMirrored
    case 3: self = .down
    case 4: self = .downMirrored
    case 5: self = .leftMirrored
    case 6: self = .right
    case 7: self = .rightMirrored
    case 8: self = .left
    default: return nil
    }
  }
}
