import CoreMedia
import Foundation
import VisionErrors
import VisionMedia

/// A video file, in place of Apple's class of this name; what it is besides its length is read by `VideoReader`.
///
/// Sendable since nothing in it changes. It is opened anew by whoever reads it.
public class AVAsset: NSObject, @unchecked Sendable {
  /// The file's address.
  public let url: URL

  /// Names a video file; it is opened only when it is needed.
  ///
  /// - Parameter url: The address of a file.
  public init(url: URL) {
    self.url = url
    super.init()
  }

  /// The length; `.indefinite` when the file does not say, `.invalid` when it cannot be read, of which `load(.duration)`
  /// gives the reason.
  public var duration: CMTime { (try? readDuration()) ?? .invalid }

  /// Reads a property without blocking the caller's thread.
  ///
  /// - Parameter property: `.duration`.
  /// - Returns: The property.
  /// - Throws: `TasksError` as `VideoReader.init`, and with `unimplementedError` for addresses that are no files.
  public func load<Value: Sendable>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
    try await BlockingWork.run { try property.read(self) }
  }

  /// Opens the file for taking single images out of it.
  func openFinder() throws -> VideoFrameFinder { try VideoFrameFinder(contentsOfFile: filePath()) }

  /// The file's path.
  private func filePath() throws -> String {
    guard url.isFileURL else {
      throw TasksError(
        .unimplementedError,
        "\"\(url)\" is no file; only files can be assets. NetworkStream of VisionMedia reads others.")
    }
    return url.path
  }

  func readDuration() throws -> CMTime {
    let reader = try VideoReader(contentsOfFile: filePath())
    guard let seconds = reader.duration else { return .indefinite }
    guard let timescale = CMTimeScale(exactly: reader.timescale) else {
      return CMTime(seconds: seconds, preferredTimescale: 600)
    }
    // The length is a whole number of units that went through a Double.
    let units = (seconds * Double(timescale)).rounded()
    guard let value = Int64(exactly: units) else { return .indefinite }
    return CMTime(value: value, timescale: timescale)
  }
}
