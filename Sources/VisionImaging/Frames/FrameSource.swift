/// A source of frames: a video file (`VideoReader`), a network stream (`NetworkStream`), a camera (`Camera`).
///
/// ```swift
/// let source = try MediaSource("rtsp://camera.local/stream").open()
/// for try await frame in source.frames { … }
/// ```
///
/// A source may be used from any thread. Concurrent calls of `next()` wait for one another; everything else returns at
/// once, also while `next()` waits for the network.
public protocol FrameSource: AnyObject, Sendable {
  /// The width of the upright frames in pixels, as stated when the source was opened. It may change in a live source; a
  /// frame's own image has the actual size.
  var width: Int { get }
  /// The height of the upright frames in pixels; see `width`.
  var height: Int { get }
  /// The frame rate that the source states or suggests; nil when unknown.
  var frameRate: VideoFrameRate? { get }
  /// The number of frames, from an index or else from duration and rate; nil when neither is known, as for live
  /// sources.
  var estimatedFrameCount: Int? { get }
  /// Whether frames come as they are recorded, without a known end.
  var isLive: Bool { get }
  /// The number of packets that could not be decoded so far and were skipped.
  var skippedFrames: Int { get }

  /// Reads the next frame, and waits for it in a live source.
  ///
  /// - Returns: The frame; nil after the last one, and after `close()`.
  /// - Throws: `TasksError` when the source fails before its end. Later calls return nil.
  func next() throws -> VideoFrame?

  /// Ends reading, from any thread: a waiting `next()` returns nil soon, and so do all later calls. The file,
  /// connection or device is released with the source. May be called several times.
  func close()
}

extension FrameSource {
  /// Calls a closure with each remaining frame, in order.
  ///
  /// - Parameter body: Called with each frame; an error that it throws ends reading.
  /// - Throws: What `next()` or the closure throws.
  public func forEach(_ body: (VideoFrame) throws -> Void) throws {
    while let frame = try next() { try body(frame) }
  }
}
