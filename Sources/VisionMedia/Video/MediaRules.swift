internal import CFFmpeg
import VisionCore
import VisionImaging

/// Limits for opening a media file: the allowed containers, whether other files may be opened, and the maximum frame
/// size.
///
/// Inspection, decoding and reading of audio use the same rules.
package struct MediaRules: Sendable, Hashable {
  /// The maximum number of pixels of a frame, 1...`ImageFile.maximumPixelCount`.
  package let pixelLimit: Int
  /// Whether the file is untrusted: then it has to be one of `containers`.
  let isUntrusted: Bool
  /// Whether a list may open the files and addresses that it names; see `MediaLists`.
  let followsLists: Bool

  /// The containers accepted from untrusted sources, with FFmpeg's demuxers. Playlists, subtitles, image sequences and scripts are
  /// not among them.
  private static let containers: [(name: String, demuxer: String)] = [
    ("MP4", "mov"), ("Matroska", "matroska"), ("WebM", "webm"), ("AVI", "avi"), ("MPEG", "mpeg"),
    ("MPEG video", "mpegvideo"), ("MPEG-TS", "mpegts"), ("FLV", "flv"), ("WMV", "asf"), ("Ogg", "ogg"), ("MXF", "mxf"),
    ("MJPEG", "mjpeg"), ("Y4M", "yuv4mpegpipe"), ("GIF", "gif"), ("PNG", "apng"),
  ]

  /// The containers' names for a sentence.
  package static let containerList = containers.map(\.name).joined(separator: ", ")

  /// Series of images, which are recognized before FFmpeg opens them; the demuxers read no other file.
  private static let seriesDemuxers = ["png_pipe", "bmp_pipe", "webp_pipe"]

  /// The list of demuxers for FFmpeg.
  static let allowedDemuxers = (containers.map(\.demuxer) + seriesDemuxers).joined(separator: ",")

  /// The rules for the user's own files, streams and cameras: any container, but none that opens other files.
  package static let trusted = MediaRules(
    pixelLimit: ImageFile.maximumPixelCount, isUntrusted: false, followsLists: false)

  /// The same for lists, which open the files and addresses that they name.
  package static let following = MediaRules(
    pixelLimit: ImageFile.maximumPixelCount, isUntrusted: false, followsLists: true)

  /// The rules for an untrusted file.
  ///
  /// - Parameter pixelLimit: The maximum number of pixels of a frame; clamped to 1...`ImageFile.maximumPixelCount`.
  /// - Returns: The rules.
  package static func untrusted(pixelLimit: Int) -> MediaRules {
    MediaRules(
      pixelLimit: min(max(pixelLimit, 1), ImageFile.maximumPixelCount), isUntrusted: true, followsLists: false)
  }

  /// The limit for decoders, which compare it with sizes rounded up to whole blocks. Each decoded frame is checked
  /// against the exact one.
  var decoderPixelLimit: Int { Self.decoderLimit(for: pixelLimit) }

  /// The decoder's limit for a pixel limit of at least 0.
  static func decoderLimit(for pixelLimit: Int) -> Int { pixelLimit.saturatingAdd(pixelLimit / 8 + (1 << 16)) }

  /// Whether a container may be opened, by FFmpeg's name for its format, such as "mov,mp4,m4a,3gp,3g2,mj2".
  func allows(format name: String) -> Bool {
    guard isUntrusted else { return true }
    let names = name.split(separator: ",").map(String.init)
    return (Self.containers.map(\.demuxer) + Self.seriesDemuxers).contains(where: names.contains)
  }

  /// Refuses a frame that is larger than the limit.
  ///
  /// - Throws: `TasksError` with `outOfRangeError`.
  func check(width: Int, height: Int, name: String) throws {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, count <= pixelLimit, max(width, height) <= ImageBuffer.maximumDimension else {
      throw TasksError(
        .outOfRangeError,
        "The video in \(name) has frames of \(width) x \(height) pixels; the maximum is \(pixelLimit) pixels and "
          + "\(ImageBuffer.maximumDimension) a side. Scale it down first.")
    }
  }
}
