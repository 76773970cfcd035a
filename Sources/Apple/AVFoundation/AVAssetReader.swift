import VisionMedia

/// Reads a video's frames as sample buffers one after another, in place of Apple's class of this name.
///
/// ```swift
/// let reader = try AVAssetReader(asset: asset)
/// let output = AVAssetReaderTrackOutput(
///   track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
/// reader.add(output)
/// reader.startReading()
/// while let sample = output.copyNextSampleBuffer() { … }
/// if let error = reader.error { … }
/// ```
///
/// Images are as stored, as on Apple's platforms: `AVAssetTrack.preferredTransform` says how to rotate them. Times are
/// those after the first frame, in the file's timescale.
public final class AVAssetReader: NSObject, Sendable {
  private struct State {
    var output: AVAssetReaderTrackOutput?
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var reading: AssetReading?
    var failure: (any Error)?
  }

  /// The video.
  public let asset: AVAsset
  private let source: VideoReader
  private let state = Locked(State())

  /// Opens a video.
  ///
  /// - Parameter asset: The video.
  /// - Throws: The errors of `VideoReader.init`; `TasksError` with `unimplementedError` for an asset that is no file.
  public init(asset: AVAsset) throws {
    self.asset = asset
    source = try asset.openReader()
    super.init()
  }

  /// The output; empty or one element.
  public var outputs: [AVAssetReaderOutput] { state.withLock { $0.output.map { [$0] } ?? [] } }

  /// The times whose frames are read; all by default. Changes after the start are without effect. Earlier frames are
  /// decoded, too, since later ones depend on them.
  public var timeRange: CMTimeRange {
    get { state.withLock { $0.timeRange } }
    set { state.withLock { if $0.reading == nil { $0.timeRange = newValue } } }
  }

  /// The state of reading; `.unknown` until it starts.
  public var status: Status {
    let (reading, failure) = state.withLock { ($0.reading, $0.failure) }
    return failure != nil ? .failed : reading?.status ?? .unknown
  }

  /// Why reading could not start or failed; nil in every other state.
  public var error: (any Error)? {
    let (reading, failure) = state.withLock { ($0.reading, $0.failure) }
    return failure ?? reading?.error
  }

  /// Whether an output can be added: one for a track of this asset, if the reader has none and did not start.
  public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    guard let output = output as? AVAssetReaderTrackOutput, output.track.asset === asset else { return false }
    return status == .unknown && outputs.isEmpty
  }

  /// Adds an output. An output that `canAdd(_:)` refuses is ignored.
  public func add(_ output: AVAssetReaderOutput) {
    guard canAdd(output) else { return }
    state.withLock { state in
      if state.output == nil { state.output = output as? AVAssetReaderTrackOutput }
    }
  }

  /// Starts reading.
  ///
  /// - Returns: True; false if reading did not start, or started before. Then `error` is the reason:
  ///   `failedPreconditionError` without an output, `invalidArgumentError` for a time range that is not valid,
  ///   `unimplementedError` for output settings of nil, which mean coded samples on Apple's platforms, and for other
  ///   pixel formats and sizes than `AVAssetReaderTrackOutput` has.
  @discardableResult public func startReading() -> Bool {
    state.withLock { state in
      guard state.reading == nil, state.failure == nil else { return false }
      do {
        guard let output = state.output else {
          throw TasksError(.failedPreconditionError, "The asset reader has no output; add one before it starts.")
        }
        guard state.timeRange.isValid else {
          throw TasksError.invalidArgument("The asset reader's time range is not valid; give a start and a duration.")
        }
        let reading = AssetReading(source, format: try output.pixelFormat(), range: state.timeRange)
        output.begin(reading)
        state.reading = reading
        return true
      } catch {
        state.failure = error
        return false
      }
    }
  }

  /// Ends reading, from any thread: `copyNextSampleBuffer()` returns nil soon, and the status is `.cancelled` unless
  /// reading ended before. Does nothing before the start.
  public func cancelReading() { state.withLock { $0.reading }?.end(.cancelled) }

  /// The state of a reader, with Apple's raw values.
  public enum Status: Int, Sendable {
    /// Reading did not start.
    case unknown = 0
    /// Frames are read.
    case reading = 1
    /// All frames were read.
    case completed = 2
    /// Reading could not start or failed.
    case failed = 3
    /// `cancelReading()` was called.
    case cancelled = 4
  }
}
