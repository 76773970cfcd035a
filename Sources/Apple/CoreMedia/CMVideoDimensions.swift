/// An image's size in pixels.
public struct CMVideoDimensions: Sendable {
  /// The width in pixels.
  public var width: Int32
  /// The height in pixels.
  public var height: Int32

  /// Makes a size.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}
