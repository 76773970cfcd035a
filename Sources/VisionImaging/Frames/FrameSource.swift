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

/// A frame of a video.
public struct VideoFrame: TimedFrame {
  /// The pixels: RGB, upright, rows padded to whole cache lines.
  public let image: ImageBuffer
  /// The index among the frames that were read, from 0.
  public let index: Int
  /// When the frame is shown, in milliseconds after the first one; rises from frame to frame.
  public let timestampInMilliseconds: Int
  /// When the frame is shown after the first one, in the file's own unit of time; rises from frame to frame.
  public let presentationTime: VideoTime
  /// How long the frame is shown; nil when unknown.
  public let duration: VideoTime?

  /// Makes a frame, as your own `FrameSource` returns it.
  ///
  /// - Parameters:
  ///   - image: The upright pixels, of any format.
  ///   - index: The index among the source's frames, from 0.
  ///   - timestampInMilliseconds: Its time after the first frame; greater than that of the previous frame.
  ///   - presentationTime: The same in a finer unit; nil, the default, for the milliseconds.
  ///   - duration: How long it is shown; nil, the default, when unknown.
  public init(
    image: ImageBuffer, index: Int, timestampInMilliseconds: Int, presentationTime: VideoTime? = nil,
    duration: VideoTime? = nil
  ) {
    (self.image, self.index, self.duration) = (image, index, duration)
    self.timestampInMilliseconds = timestampInMilliseconds
    self.presentationTime = presentationTime ?? VideoTime(milliseconds: timestampInMilliseconds)
  }

  /// The upright pixels as an image for a task; nothing is copied.
  public var mpImage: MPImage { get throws { try MPImage(imageBuffer: image) } }
}

/// A task's input: an image and its time.
///
/// `VisionMedia`'s `VideoFrame` conforms; for your own images there is `TimedImage`. A frame is returned with its
/// result, so a type of your own may carry further data.
public protocol TimedFrame: Sendable {
  /// The image with its orientation. It is read once for each frame, on the task's own queue, so it may be made lazily.
  /// An error becomes the frame's outcome.
  var mpImage: MPImage { get throws }

  /// The time of the image in milliseconds; greater than that of the previous frame.
  var timestampInMilliseconds: Int { get }
}

/// An image and its time, for frames from other sources than `VisionMedia`.
public struct TimedImage: TimedFrame {
  /// The image with its orientation.
  public let mpImage: MPImage
  /// The time of the image in milliseconds.
  public let timestampInMilliseconds: Int

  /// Makes a frame.
  ///
  /// - Parameters:
  ///   - mpImage: The image with its orientation.
  ///   - timestampInMilliseconds: Its time; greater than that of the previous frame.
  public init(_ mpImage: MPImage, timestampInMilliseconds: Int) {
    (self.mpImage, self.timestampInMilliseconds) = (mpImage, timestampInMilliseconds)
  }
}
