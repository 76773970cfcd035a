internal import CFFmpeg
import VisionErrors
import VisionImaging

/// Limits for opening a media file: the allowed containers, whether other files may be opened, and the maximum frame
/// size.
///
/// Every opening of a file uses the same rules: inspection, decoding, and reading of its sound.
package struct MediaRules: Sendable, Hashable {
  /// The maximum number of pixels of a frame, 1...`ImageFile.maximumPixelCount`.
  package let pixelLimit: Int
  /// Whether the file is untrusted: then it has to be one of `containers` and opens no other files.
  let isFromStranger: Bool

  /// The containers that are read for strangers, with FFmpeg's names for what reads them. Lists of other files, subtitles,
  /// rows of image files and scripts are not among them.
  private static let containers: [(name: String, demuxer: String)] = [
    ("MP4", "mov"), ("Matroska", "matroska"), ("WebM", "webm"), ("AVI", "avi"), ("MPEG", "mpeg"),
    ("MPEG video", "mpegvideo"), ("MPEG-TS", "mpegts"), ("FLV", "flv"), ("WMV", "asf"), ("Ogg", "ogg"), ("MXF", "mxf"),
    ("MJPEG", "mjpeg"), ("Y4M", "yuv4mpegpipe"), ("GIF", "gif"), ("PNG", "apng"),
  ]

  /// The containers' names for a sentence.
  package static let containerList = containers.map(\.name).joined(separator: ", ")

  /// FFmpeg's list of what may be opened.
  static let allowedDemuxers = containers.map(\.demuxer).joined(separator: ",")

  /// The rules for the user's own files, streams and cameras.
  package static let trusted = MediaRules(pixelLimit: ImageFile.maximumPixelCount, isFromStranger: false)

  /// The rules for an untrusted file.
  ///
  /// - Parameter pixelLimit: The maximum number of pixels of a frame; clamped to 1...`ImageFile.maximumPixelCount`.
  /// - Returns: The rules.
  package static func stranger(pixelLimit: Int) -> MediaRules {
    MediaRules(pixelLimit: min(max(pixelLimit, 1), ImageFile.maximumPixelCount), isFromStranger: true)
  }

  /// The limit for decoders, which compare it with sizes rounded up to whole blocks. Each decoded frame is checked
  /// against the exact one.
  var decoderPixelLimit: Int { Self.decoderLimit(for: pixelLimit) }

  /// The same for a limit of any kind, of at least 0.
  static func decoderLimit(for pixelLimit: Int) -> Int { pixelLimit.saturatingAdd(pixelLimit / 8 + (1 << 16)) }

  /// Whether a container may be opened, by FFmpeg's name for its format, such as "mov,mp4,m4a,3gp,3g2,mj2".
  func allows(format name: String) -> Bool {
    guard isFromStranger else { return true }
    let names = name.split(separator: ",").map(String.init)
    return Self.containers.contains { names.contains($0.demuxer) }
  }

  /// Refuses a frame that is larger than the limit.
  ///
  /// - Throws: `TasksError` with `outOfRangeError`.
  func check(width: Int, height: Int, name: String) throws {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, count <= pixelLimit, max(width, height) <= ImageBuffer.maximumDimension else {
      throw TasksError(
        .outOfRangeError,
        "The video in \(name) has frames of \(width) x \(height) pixels; at most \(pixelLimit) pixels and "
          + "\(ImageBuffer.maximumDimension) a side are allowed. Scale it down first.")
    }
  }
}
