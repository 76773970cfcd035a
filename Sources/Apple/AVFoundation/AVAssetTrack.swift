import VisionMedia

/// The video of a file, in place of Apple's class of this name. `AVAsset.loadTracks(withMediaType:)` makes it.
public final class AVAssetTrack: NSObject, Sendable {
  /// The asset; never nil here.
  public let asset: AVAsset?
  /// The media type, always `.video`.
  public let mediaType = AVMediaType.video
  /// The size of the images as stored, in pixels, whatever the shape of a pixel.
  public let naturalSize: CGSize
  /// The transform that rotates a stored image upright, for coordinates in pixels from the top left corner.
  ///
  /// It is a multiple of 90 degrees, perhaps mirrored, moved so that the upright image begins at (0, 0). For an upright
  /// video of a phone, which is stored on its side, a = 0, b = 1, c = -1, d = 0, tx = the stored height, and ty = 0.
  public let preferredTransform: CGAffineTransform
  /// The frames per second; 0 if they are unknown.
  public let nominalFrameRate: Float
  /// From 0 up to the video's duration, which is `.indefinite` if the file has none.
  public let timeRange: CMTimeRange

  init(_ reader: VideoReader, of asset: AVAsset) {
    let upright = CGSize(width: reader.width, height: reader.height)
    let orientation = reader.storedOrientation
    let isOnItsSide = orientation.clockwiseDegrees % 180 != 0
    naturalSize = isOnItsSide ? CGSize(width: upright.height, height: upright.width) : upright
    preferredTransform = CGAffineTransform(upright: orientation, from: naturalSize)
    nominalFrameRate = Float(reader.frameRate?.framesPerSecond ?? 0)
    timeRange = CMTimeRange(start: .zero, duration: reader.assetDuration)
    self.asset = asset
    super.init()
  }

  // Two methods, as `AVAsset.load(_:)` has them.

  /// Returns a property, which was read with the track.
  ///
  /// - Parameter property: `.naturalSize`, `.preferredTransform`, `.nominalFrameRate` or `.timeRange`.
  /// - Returns: The property.
  /// - Throws: Never; Apple's method throws.
  public func load<Value: Sendable>(_ property: AVAsyncProperty<AVAssetTrack, Value>) async throws -> Value {
    try property.read(self)
  }

  /// Returns several properties, which were read with the track.
  ///
  /// ```swift
  /// let (size, transform) = try await track.load(.naturalSize, .preferredTransform)
  /// ```
  ///
  /// - Parameters:
  ///   - first: A property.
  ///   - second: Another one.
  ///   - other: Further ones.
  /// - Returns: A tuple of the properties.
  /// - Throws: Never; Apple's method throws.
  public func load<First: Sendable, Second: Sendable, each Other: Sendable>(
    _ first: AVAsyncProperty<AVAssetTrack, First>, _ second: AVAsyncProperty<AVAssetTrack, Second>,
    _ other: repeat AVAsyncProperty<AVAssetTrack, each Other>
  ) async throws -> (First, Second, repeat each Other) {
    (try first.read(self), try second.read(self), repeat try (each other).read(self))
  }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGSize {
  /// The size of the images as stored; see `AVAssetTrack.naturalSize`.
  public static var naturalSize: AVAsyncProperty<AVAssetTrack, CGSize> { AVAsyncProperty { $0.naturalSize } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CGAffineTransform {
  /// The transform that rotates a stored image upright; see `AVAssetTrack.preferredTransform`.
  public static var preferredTransform: AVAsyncProperty<AVAssetTrack, CGAffineTransform> {
    AVAsyncProperty { $0.preferredTransform }
  }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == Float {
  /// The frames per second; see `AVAssetTrack.nominalFrameRate`.
  public static var nominalFrameRate: AVAsyncProperty<AVAssetTrack, Float> { AVAsyncProperty { $0.nominalFrameRate } }
}

extension AVAsyncProperty where Root == AVAssetTrack, Value == CMTimeRange {
  /// From 0 up to the video's duration; see `AVAssetTrack.timeRange`.
  public static var timeRange: AVAsyncProperty<AVAssetTrack, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
}

extension VideoReader {
  /// The duration in the file's timescale; `.indefinite` if the file has none.
  var assetDuration: CMTime {
    guard let seconds = duration else { return .indefinite }
    guard let scale = CMTimeScale(exactly: timescale) else { return CMTime(seconds: seconds, preferredTimescale: 600) }
    // The duration is a whole number of units that was converted to Double.
    let units = (seconds * Double(scale)).rounded()
    guard let value = Int64(exactly: units) else { return .indefinite }
    return CMTime(value: value, timescale: scale)
  }
}

extension CGAffineTransform {
  /// The transform from a stored image of a size to the upright one, whose top left corner is at the origin.
  fileprivate init(upright orientation: ImageOrientation, from size: CGSize) {
    let (width, height) = (size.width, size.height)
    self =
      switch orientation {
      case .up: .identity
      case .upMirrored: CGAffineTransform(-1, 0, 0, 1, width, 0)
      case .down: CGAffineTransform(-1, 0, 0, -1, width, height)
      case .downMirrored: CGAffineTransform(1, 0, 0, -1, 0, height)
      case .left: CGAffineTransform(0, -1, 1, 0, 0, width)
      case .leftMirrored: CGAffineTransform(0, 1, 1, 0, 0, 0)
      case .right: CGAffineTransform(0, 1, -1, 0, height, 0)
      case .rightMirrored: CGAffineTransform(0, -1, -1, 0, height, width)
      }
  }
}
