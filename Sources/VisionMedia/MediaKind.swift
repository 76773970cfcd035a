import Foundation
import VisionCore

/// The kind of media in a file, detected by its contents, not by its name.
public enum MediaKind: Sendable, Hashable {
  /// A single image that `ImageFile` reads.
  case image
  /// Video that `VideoReader` reads: videos, animated GIF, PNG and WebP files with more than one frame, and files of several
  /// JPEG, PNG, BMP or WebP images one after the other.
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

  /// The outcome of reading a file's headers.
  package enum Inspection {
    case media(MediaKind)
    /// A file that FFmpeg reads but without video, such as a song.
    case withoutVideo
    /// Text, a damaged video, or something else that cannot be read; the reason.
    case unreadable(TasksError)
  }

  /// Detects the kind, with details about other files.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - rules: Whether a list of other files is followed; by default it is unreadable.
  /// - Returns: The kind, or why there is none.
  /// - Throws: As `detect(contentsOfFile:)`.
  package static func inspect(contentsOfFile path: String, rules: MediaRules = .trusted) throws -> Inspection {
    if let kind = try ofImageFile(path) { return .media(kind) }
    do {
      let container = try MediaContainer(contentsOfFile: path, rules: rules)
      if container.isImage { return .unreadable(container.imageError(path)) }
      return container.videoStream == nil ? .withoutVideo : .media(.video)
    } catch let error as TasksError
      where [.invalidArgumentError, .dataLossError, .permissionDeniedError].contains(error.code)
    {
      return .unreadable(error)
    }
  }

  /// Whether a file is in one of the formats of images, by its first bytes alone.
  ///
  /// - Throws: As `ofImageFile(_:)`.
  package static func isImageFile(_ path: String) throws -> Bool {
    try MediaFile.firstBytes(ImageFileFormat.signatureLength, ofFile: path).withUnsafeBytes {
      ImageFileFormat(signatureOf: $0) != nil
    }
  }

  /// The kind of a file in one of the formats of images; nil for all other files, which may be videos.
  ///
  /// - Throws: As `detect(contentsOfFile:)`, but nothing about FFmpeg, which is not needed.
  package static func ofImageFile(_ path: String) throws -> MediaKind? {
    let start = try MediaFile.firstBytes(AnimatedImage.headLength, ofFile: path)
    guard let format = start.withUnsafeBytes({ ImageFileFormat(signatureOf: $0) }) else { return nil }
    let bytes = AnimatedImage.needsWholeFile(format) ? try MediaFile.bytes(ofFile: path) : start
    if bytes.withUnsafeBytes({ AnimatedImage.isIn(ByteReader($0), format: format) }) { return .video }
    return try ImageSeries.demuxer(ofFile: path) == nil ? .image : .video
  }
}
