import Foundation
import VisionMedia

/// What annotated files are called.
enum AnnotationNames {
  /// Endings of images and videos, also of those that are read only.
  private static let mediaEndings: Set = [
    "avi", "avif", "bmp", "gif", "heic", "heif", "jpeg", "jpg", "m4v", "mkv", "mov", "mp4", "png", "tif", "tiff",
    "webm", "webp",
  ]

  /// Whether a name is a video's that can be written.
  static func isVideo(_ name: String) -> Bool { ["mp4", "m4v"].contains(ending(of: name)) }

  /// Whether a name is an image's or a video's that can be written.
  static func isWritable(_ name: String) -> Bool { isVideo(name) || ImageFile.Encoding(fileName: name) != nil }

  /// Whether a name looks like an image's or a video's of any format.
  static func isMedia(_ name: String) -> Bool { mediaEndings.contains(ending(of: name)) }

  /// The name in a folder of what is drawn on an input: the input's, with another ending where its format is not written.
  static func name(for input: String, isVideo: Bool) -> String {
    let hasFittingFormat = isVideo ? Self.isVideo(input) : ImageFile.Encoding(fileName: input) != nil
    return hasFittingFormat ? input : input + (isVideo ? ".mp4" : ".png")
  }

  private static func ending(of name: String) -> String { (name as NSString).pathExtension.lowercased() }
}
