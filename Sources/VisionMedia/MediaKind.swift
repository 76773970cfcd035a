/// The kind of media in a file, detected by its contents, not by its name.
public enum MediaKind: Sendable, Hashable {
  /// A single image that `ImageFile` reads.
  case image
  /// Video that `VideoReader` reads: videos, animated GIF, PNG and WebP files with more than one frame, and files of
  /// several JPEG, PNG, BMP or WebP images one after the other.
  case video

  /// Detects the kind by a file's first bytes, and by its headers where these do not suffice.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The kind, or nil for anything else: text, sound, damaged video.
  /// - Throws: `TasksError` with `notFoundError` for a missing file, `permissionDeniedError` for one that must not be
  ///   read, `invalidArgumentError` for a folder; `notFoundError` or `failedPreconditionError` when a file other than
  ///   an image cannot be inspected, since FFmpeg's libraries are missing or of another version.
  public static func detect(contentsOfFile path: String) throws -> MediaKind? {
    if case .media(let kind) = try inspect(contentsOfFile: path) { kind } else { nil }
  }

  package enum Inspection {
    case media(MediaKind)
    /// A file that FFmpeg reads but without video, such as a song.
    case withoutVideo
    case unreadable(TasksError)
  }

  /// Detects the kind, with details about other files. A list of files is unreadable unless the rules follow it.
  package static func inspect(contentsOfFile path: String, rules: MediaRules = .trusted) throws -> Inspection {
    if let kind = try ofImageFile(path) { return .media(kind) }
    do {
      let container = try MediaContainer(contentsOfFile: path, rules: rules)
      if container.isImage { return .unreadable(container.imageError(path)) }
      return container.videoStream == nil ? .withoutVideo : .media(.video)
    } catch let error as TasksError
      where [.invalidArgumentError, .dataLossError, .permissionDeniedError].contains(error.code)
    { return .unreadable(error) }
  }

  /// The error for a file without video, whose name begins the message.
  package static func withoutVideo(_ name: String = "This file") -> TasksError {
    .invalidArgument("\(name) has no video track.")
  }

  /// The error for anything that is not media, with the videos that the caller reads.
  package static func unreadable(_ name: String = "This", videos: String) -> TasksError {
    .invalidArgument(
      "\(name) is neither a readable image nor a readable video. \(ImageFileFormat.list) images are read, and "
        + "\(MediaRules.containerList) \(videos).")
  }

  package static func isImageFile(_ path: String) throws -> Bool {
    try ImageFileFormat(signatureOf: MediaFile.firstBytes(ImageFileFormat.signatureLength, ofFile: path)) != nil
  }

  /// The kind of a file in one of the formats of images; nil for others, which may be videos. It needs no FFmpeg.
  package static func ofImageFile(_ path: String) throws -> MediaKind? {
    let start = try MediaFile.firstBytes(AnimatedImage.headLength, ofFile: path)
    guard let format = ImageFileFormat(signatureOf: start) else { return nil }
    // Their frames are known only at the end.
    let bytes = [.gif, .webP].contains(format) ? try MediaFile.bytes(ofFile: path) : start
    if bytes.withUnsafeBytes({ AnimatedImage.isIn(ByteReader($0), format: format) }) { return .video }
    return try ImageSeries.demuxer(ofFile: path) == nil ? .image : .video
  }
}

package enum IntendedMedia {
  package static let headLength = 256

  package static func isLikely(name: String, start: Data) -> Bool {
    name.isImageName || name.isVideoName || beginsLikeVideo(start) || beginsLikeImage(start)
  }

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
