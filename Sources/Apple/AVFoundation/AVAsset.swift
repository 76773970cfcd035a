@_exported import AppleBase
import Dispatch
import VisionMedia

/// A video file, in place of Apple's class of this name, with a duration and a video track. Sound and metadata are
/// absent.
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
  /// the reason. Opens the file.
  public var duration: CMTime { (try? openReader().assetDuration) ?? .invalid }

  /// The video track; empty if the file cannot be read. `load(.tracks)` throws the reason. Opens the file.
  public var tracks: [AVAssetTrack] { (try? readTracks()) ?? [] }

  /// The tracks of a media type: the video track for `.video`, none for other types and for a file that cannot be read.
  /// `loadTracks(withMediaType:)` throws the reason. Opens the file.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Reads the tracks of a media type without blocking the caller's thread.
  ///
  /// - Parameter mediaType: `.video`; other types have no tracks here.
  /// - Returns: The video track, or an empty list.
  /// - Throws: As `load(_:)`, for every type.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == mediaType }
  }

  // One property has a method of its own: with the parameter pack alone the compiler finds no type for
  // `try? await asset.load(.duration).seconds`, nor for such a value in an interpolation.

  /// Reads a property without blocking the caller's thread.
  ///
  /// - Parameter property: `.duration` or `.tracks`.
  /// - Returns: The property.
  /// - Throws: The errors of `VideoReader.init`; `TasksError` with `unimplementedError` for a URL that is no file.
  public func load<Value: Sendable>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
    try await DispatchQueue.global().run { try property.read(self) }
  }

  /// Reads several properties without blocking the caller's thread.
  ///
  /// ```swift
  /// let (duration, tracks) = try await asset.load(.duration, .tracks)
  /// ```
  ///
  /// - Parameters:
  ///   - first: A property.
  ///   - second: Another one.
  ///   - other: Further ones.
  /// - Returns: A tuple of the properties.
  /// - Throws: As for one property.
  public func load<First: Sendable, Second: Sendable, each Other: Sendable>(
    _ first: AVAsyncProperty<AVAsset, First>, _ second: AVAsyncProperty<AVAsset, Second>,
    _ other: repeat AVAsyncProperty<AVAsset, each Other>
  ) async throws -> (First, Second, repeat each Other) {
    try await DispatchQueue.global().run {
      (try first.read(self), try second.read(self), repeat try (each other).read(self))
    }
  }

  func openFinder() throws -> VideoFrameFinder { try VideoFrameFinder(contentsOfFile: filePath()) }
  func openReader() throws -> VideoReader { try VideoReader(contentsOfFile: filePath()) }

  fileprivate func readTracks() throws -> [AVAssetTrack] { [AVAssetTrack(try openReader(), of: self)] }

  private func filePath() throws -> String {
    guard url.isFileURL else {
      throw TasksError(
        .unimplementedError,
        "\"\(url)\" is no file; only files can be assets. NetworkStream of VisionMedia reads others.")
    }
    return url.path
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

/// A property that is read asynchronously, for `AVAsset.load(_:)` and `AVAssetTrack.load(_:)`.
public struct AVAsyncProperty<Root, Value: Sendable>: Sendable { let read: @Sendable (Root) throws -> Value }

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
  /// The duration; see `AVAsset.duration`.
  public static var duration: AVAsyncProperty<AVAsset, CMTime> { AVAsyncProperty { try $0.openReader().assetDuration } }
}

extension AVAsyncProperty where Root == AVAsset, Value == [AVAssetTrack] {
  /// The video track; see `AVAsset.tracks`.
  public static var tracks: AVAsyncProperty<AVAsset, [AVAssetTrack]> { AVAsyncProperty { try $0.readTracks() } }
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
