/// The layout of a pixel's bytes; every channel has 8 bits.
public enum PixelFormat: Sendable, Hashable, CaseIterable {
  /// Red, green, blue.
  case rgb
  /// Red, green, blue, alpha (not premultiplied; the tasks ignore alpha).
  case rgba
  /// Blue, green, red, alpha: the layout of Apple's and Cairo's 32-bit buffers.
  case bgra
  /// One channel of luminance; the tasks read it as a gray RGB image.
  case gray

  /// The number of bytes of one pixel: 3, 4, 4 and 1.
  public var bytesPerPixel: Int {
    switch self {
    case .rgb: 3
    case .rgba, .bgra: 4
    case .gray: 1
    }
  }
}
