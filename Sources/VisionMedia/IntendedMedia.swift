import Foundation
import VisionCore

/// Distinguishes damaged images and videos from other unreadable files.
package enum IntendedMedia {
  /// The number of bytes that suffice.
  package static let headLength = 256

  /// Extensions of images and videos that are read, and of a few that cannot be. `ts` and `mts` are absent: most such
  /// files are TypeScript, and MPEG streams are detected by their contents.
  private static let extensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "bmp", "dib", "tif", "tiff", "gif", "heic", "heif", "hif",
    "avif",
    "jxl", "jp2", "ppm", "pgm", "pbm", "pnm", "exr", "tga", "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "mpg",
    "mpeg", "m2ts", "m2v", "vob", "ogv", "flv",
    "wmv",
    "asf", "3gp", "3g2", "mxf", "y4m", "mjpg", "mjpeg",
  ]

  /// Whether a file is likely an image or a video, by its extension or by its first bytes.
  package static func isLikely(name: String, start: Data) -> Bool {
    let hasExtension = extensions.contains(name.fileExtension.lowercased())
    return hasExtension || beginsLikeVideo(start) || beginsLikeImage(start)
  }

  /// Whether the bytes look like the start of a video.
  package static func beginsLikeVideo(_ start: Data) -> Bool {
    start.withUnsafeBytes { start in
      let bytes = ByteReader(start)
      // The MP4 family, without brands of images and audio.
      if bytes.matches("ftyp", at: 4) {
        return !bytes.matches("M4A", at: 8) && !bytes.matches("M4B", at: 8)
          && ImageFileFormat(signatureOf: start) == nil
      }
      return switch bytes.uint32(at: 0, .big) {
      // Matroska, MPEG programme and elementary streams, ASF.
      case 0x1A45_DFA3, 0x0000_01BA, 0x0000_01B3, 0x3026_B275: true
      default:
        bytes.matches("RIFF", at: 0) && bytes.matches("AVI ", at: 8) || bytes.matches("FLV\u{1}", at: 0)
          || bytes.matches("YUV4MPEG2", at: 0) || bytes.uint8(at: 0) == 0x47 && bytes.uint8(at: 188) == 0x47
      }
    }
  }

  private static func beginsLikeImage(_ start: Data) -> Bool {
    start.withUnsafeBytes { start in
      let bytes = ByteReader(start)
      // Also a truncated signature of JPEG or PNG.
      return ImageFileFormat(signatureOf: start) != nil || bytes.uint16(at: 0, .big) == 0xFFD8
        || bytes.matches("PNG", at: 1) && bytes.uint8(at: 0) == 0x89
    }
  }
}
