/// Something that gives frames one after another: a video file (`VideoReader`), a stream from the network
/// (`NetworkStream`), a camera (`Camera`).
///
/// ```swift
/// let source = try MediaSource("rtsp://camera.local/stream").open()
/// for try await frame in source.frames { … }
/// ```
///
/// A source may be used from any thread. Calls of `next()` that overlap wait for one another; everything else returns at
/// once, even while `next()` waits for the network.
public protocol FrameSource: AnyObject, Sendable {
  /// The width of the upright frames in pixels, as stated when the source was opened. A live source may change it: a
  /// frame's own image has the last word.
  var width: Int { get }
  /// The height of the upright frames in pixels; see `width`.
  var height: Int { get }
  /// The frames a second as the source states or suggests them; nil when it says nothing.
  var frameRate: VideoFrameRate? { get }
  /// The number of frames, from an index or else from length and rate; nil when neither is known, as for live sources.
  var estimatedFrameCount: Int? { get }
  /// Whether the frames come as they are filmed, without an end that is known beforehand.
  var isLive: Bool { get }
  /// How many pieces could not be decoded so far and were left out.
  var skippedFrames: Int { get }

  /// Reads the next frame, and waits for it where it has to come first.
  ///
  /// - Returns: The frame; nil after the last one, and after `close()`.
  /// - Throws: `TasksError` when the source fails before its end. Later calls return nil.
  func next() throws -> VideoFrame?

  /// Ends the reading from any thread: a `next()` that waits returns nil soon, and so do all later ones. The source lets
  /// go of its file, connection or device when it is itself let go. Closing twice is no mistake.
  func close()
}

extension FrameSource {
  /// Calls a closure with every frame that is left, in order.
  ///
  /// - Parameter body: What to do with a frame; an error thrown by it ends the reading.
  /// - Throws: What `next()` or the closure throws.
  public func forEach(_ body: (VideoFrame) throws -> Void) throws {
    while let frame = try next() { try body(frame) }
  }
}
