/// An image and its time, for frames that come from elsewhere than `VisionMedia`.
public struct TimedImage: TimedFrame {
  /// The image with its orientation.
  public let mpImage: MPImage
  /// When the image was taken, in milliseconds.
  public let timestampInMilliseconds: Int

  /// Makes a frame.
  ///
  /// - Parameters:
  ///   - mpImage: The image with its orientation.
  ///   - timestampInMilliseconds: When it was taken; greater than that of the frame before.
  public init(_ mpImage: MPImage, timestampInMilliseconds: Int) {
    self.mpImage = mpImage
    self.timestampInMilliseconds = timestampInMilliseconds
  }
}
