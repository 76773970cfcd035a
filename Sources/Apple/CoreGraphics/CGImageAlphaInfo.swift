/// Where an image's alpha channel is, with Apple's raw values; only what a `CGImage` here can have.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// There is no alpha channel.
  case none = 0
  /// Alpha is in the last byte of a pixel, not premultiplied.
  case last = 3
  /// Alpha is the most significant byte of a 32-bit pixel, not premultiplied: in memory blue, green, red, alpha.
  case first = 4
}
