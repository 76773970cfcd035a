import Foundation
import VisionErrors

/// What kind of media a file holds, told by its contents and not by its name.
public enum MediaKind: Sendable, Hashable {
  /// A picture that `ImageFile` reads.
  case picture
  /// Moving pictures that `VideoReader` reads.
  case video

  /// Looks into a file.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The kind, or nil for anything else: text, sound, damaged video.
  /// - Throws: `TasksError` with `notFoundError` for a missing file, `permissionDeniedError` for one that must not be
  ///   read, `invalidArgumentError` for a folder; `notFoundError` or `failedPreconditionError` when what is no picture
  ///   cannot be looked into, since FFmpeg's libraries are missing or of another version.
  public static func detect(contentsOfFile path: String) throws -> MediaKind? {
    let start = try MediaFile.firstBytes(ImageFileFormat.signatureLength, ofFile: path)
    if start.withUnsafeBytes({ ImageFileFormat(signatureOf: $0) }) != nil { return .picture }
    do {
      return try MediaContainer(contentsOfFile: path).videoStream == nil ? nil : .video
    } catch let error as TasksError where error.code == .invalidArgumentError || error.code == .dataLossError {
      return nil
    }
  }
}
