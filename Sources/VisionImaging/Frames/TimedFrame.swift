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
    self.mpImage = mpImage
    self.timestampInMilliseconds = timestampInMilliseconds
  }
}
