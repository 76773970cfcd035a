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
