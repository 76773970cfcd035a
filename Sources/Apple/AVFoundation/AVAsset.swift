@_exported import AppleBase
import Dispatch
import VisionMedia

/// A video file, in place of Apple's class of this name. It has a duration only; `VideoReader` reads everything else.
///
/// `@unchecked Sendable` is safe because it is immutable; every reader opens the file itself.
public class AVAsset: NSObject, @unchecked Sendable {
  /// The file's URL.
  public let url: URL

  /// Makes an asset of a video file, which is opened on demand.
  ///
  /// - Parameter url: The URL of a file.
  public init(url: URL) {
    self.url = url
    super.init()
  }

  /// The duration; `.indefinite` if the file has none, `.invalid` if the file cannot be read. `load(.duration)` throws
  /// the reason.
  public var duration: CMTime { (try? readDuration()) ?? .invalid }

  /// Reads a property without blocking the caller's thread.
  ///
  /// - Parameter property: `.duration`.
  /// - Returns: The property.
  /// - Throws: The errors of `VideoReader.init`; `TasksError` with `unimplementedError` for a URL that is no file.
  public func load<Value: Sendable>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
    try await DispatchQueue.global().run { try property.read(self) }
  }

  func openFinder() throws -> VideoFrameFinder { try VideoFrameFinder(contentsOfFile: filePath()) }

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
    // The duration is a whole number of units that was converted to Double.
    let units = (seconds * Double(timescale)).rounded()
    guard let value = Int64(exactly: units) else { return .indefinite }
    return CMTime(value: value, timescale: timescale)
  }
}

/// A video file, given by its URL.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  // `@unchecked Sendable` is safe as for the superclass, to which it adds no state.

  /// Makes an asset of a video file, which is opened on demand.
  ///
  /// - Parameters:
  ///   - url: The URL of a file.
  ///   - options: Ignored.
  public init(url: URL, options: [String: Any]? = nil) { super.init(url: url) }
}

/// An asset's property that is read asynchronously, for `AVAsset.load(_:)`.
public struct AVAsyncProperty<Root, Value: Sendable>: Sendable { let read: @Sendable (Root) throws -> Value }

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
  /// The duration; see `AVAsset.duration`.
  public static var duration: AVAsyncProperty<AVAsset, CMTime> { AVAsyncProperty { try $0.readDuration() } }
}

/// The largest rectangle of an aspect ratio that fits into a rectangle, in its middle.
///
/// - Parameters:
///   - aspectRatio: A size with the aspect ratio, such as an image's.
///   - boundingRect: The rectangle to fit into.
/// - Returns: The rectangle; of size zero, in the middle, if a side of `aspectRatio` is not positive.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  let isUsable = aspectRatio.width > 0 && aspectRatio.height > 0
  let scale = isUsable ? min(boundingRect.width / aspectRatio.width, boundingRect.height / aspectRatio.height) : 0
  let size = isUsable ? CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale) : .zero
  return CGRect(
    x: boundingRect.midX - size.width / 2, y: boundingRect.midY - size.height / 2, width: size.width,
    height: size.height)
}
