import VisionMedia

/// An output of an asset reader, in place of Apple's class of this name.
///
/// `@unchecked` because the class is not final. Its properties are safe to share.
public class AVAssetReaderOutput: NSObject, @unchecked Sendable {
  private let copiesData = Locked(true)
  fileprivate let reading = Locked<AssetReading?>(nil)

  override init() { super.init() }

  /// The media type, always `.video`.
  public var mediaType: AVMediaType { .video }

  /// Whether the buffers' memory may be changed; true by default. Stored without effect: every buffer has its own.
  public var alwaysCopiesSampleData: Bool {
    get { copiesData.withLock { $0 } }
    set { copiesData.withLock { $0 = newValue } }
  }

  /// Reads the next frame. Blocks while it is decoded; concurrent calls wait for each other.
  ///
  /// - Returns: The frame with its time and, if it is known, its duration; nil before the reader starts, after the last
  ///   frame, after `cancelReading()` and on failure. The reader's `status` and `error` say which.
  public func copyNextSampleBuffer() -> CMSampleBuffer? { reading.withLock { $0 }?.next() }
}

/// The frames of a track as pixel buffers, in place of Apple's class of this name.
public final class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // `@unchecked Sendable` is safe as for the superclass: the settings are only read.

  /// The track.
  public let track: AVAssetTrack
  /// The settings of the images, by Core Video's keys.
  public let outputSettings: [String: Any]?

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - track: The video track of the reader's asset.
  ///   - outputSettings: The settings of the images, by Core Video's keys. `kCVPixelBufferPixelFormatTypeKey` is
  ///     `kCVPixelFormatType_32BGRA`, the default, or one of the formats of 4:2:0, computed from it by BT.601.
  ///     `kCVPixelBufferWidthKey` and `kCVPixelBufferHeightKey` may only state the stored size. Other keys are ignored.
  ///     A reader with nil or other values does not start.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    (self.track, self.outputSettings) = (track, outputSettings)
    super.init()
  }

  func begin(_ reading: AssetReading) { self.reading.withLock { $0 = reading } }

  func pixelFormat() throws -> OSType {
    guard let outputSettings else {
      throw TasksError(
        .unimplementedError,
        "Output settings of nil ask for coded samples, which are not supported; set kCVPixelBufferPixelFormatTypeKey.")
    }
    let (settings, stored) = (outputSettings as NSDictionary, track.naturalSize)
    for (key, length) in [(kCVPixelBufferWidthKey, stored.width), (kCVPixelBufferHeightKey, stored.height)]
    where settings[key] != nil && settings.wholeNumber(key) != Int(length) {
      throw TasksError(
        .unimplementedError,
        "outputSettings ask for a \(key) other than the stored \(Int(length)); images are not scaled. Remove the key, and "
          + "scale them afterwards.")
    }
    return try SampleBufferMaker.format(in: outputSettings, "outputSettings")
  }
}

/// The reading of a video from its start to its end, shared by a reader and its output.
final class AssetReading: Sendable {
  private struct State {
    var status = AVAssetReader.Status.reading
    var error: (any Error)?
  }

  private let source: VideoReader
  private let range: CMTimeRange
  private let maker: Locked<SampleBufferMaker>
  private let state = Locked(State())

  init(_ source: VideoReader, format: OSType, range: CMTimeRange) {
    (self.source, self.range, maker) = (source, range, Locked(SampleBufferMaker(format)))
  }

  var status: AVAssetReader.Status { state.withLock { $0.status } }
  var error: (any Error)? { state.withLock { $0.error } }

  func next() -> CMSampleBuffer? {
    maker.withLock { maker in
      do {
        while status == .reading, let frame = try source.next() {
          let time = CMTime(frame.presentationTime)
          guard time < range.end else { break }
          guard range.containsTime(time) else { continue }
          let stored = try frame.image.upright(from: source.storedOrientation.inverse)
          return try maker.sampleBuffer(of: stored, at: time, duration: frame.duration.map(CMTime.init) ?? .invalid)
        }
        end(.completed)
      } catch { end(.failed, error) }
      return nil
    }
  }

  /// Sets the last status, unless there is one, and ends decoding. The file is open as long as the reader lives.
  func end(_ status: AVAssetReader.Status, _ error: (any Error)? = nil) {
    state.withLock { if $0.status == .reading { ($0.status, $0.error) = (status, error) } }
    source.close()
  }
}

extension CMTime {
  /// The same time in the same timescale; rounded if that is no 32-bit number.
  init(_ time: VideoTime) {
    let scale = CMTimeScale(exactly: time.timescale)
    self =
      scale.map { CMTime(value: CMTimeValue(time.value), timescale: $0) }
      ?? CMTime(seconds: time.seconds, preferredTimescale: .max)
  }
}
