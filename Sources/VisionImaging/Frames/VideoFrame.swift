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
    self.image = image
    self.index = index
    self.timestampInMilliseconds = timestampInMilliseconds
    self.presentationTime = presentationTime ?? VideoTime(milliseconds: timestampInMilliseconds)
    self.duration = duration
  }
}

extension VideoFrame {
  /// The upright pixels as an image for a task; nothing is copied.
  public var mpImage: MPImage { get throws { try MPImage(imageBuffer: image) } }
}
