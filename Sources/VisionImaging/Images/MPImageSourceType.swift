/// The type of the object that an `MPImage` was made from.
///
/// A structure as in MediaPipe, where it is declared in C: a `switch` over it needs a `default`.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
  /// MediaPipe's number of the source.
  public let rawValue: Int

  /// Makes a source type from its number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A `UIImage`.
  public static let image = MPImageSourceType(rawValue: 0)
  /// A `CVPixelBuffer`.
  public static let pixelBuffer = MPImageSourceType(rawValue: 1)
  /// A `CMSampleBuffer`.
  public static let sampleBuffer = MPImageSourceType(rawValue: 2)
  /// An `ImageBuffer`, which MediaPipe does not have; the number avoids those that MediaPipe may add.
  public static let imageBuffer = MPImageSourceType(rawValue: 1000)
}
