/// The position of a pixel's alpha channel, with Apple's raw values.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha channel.
  case none = 0
  /// Alpha in the last byte of a pixel; colours are multiplied by it.
  case premultipliedLast = 1
  /// Alpha in the first byte, or with `CGBitmapInfo.byteOrder32Little` in the last one; colours are multiplied by it.
  case premultipliedFirst = 2
  /// Alpha in the last byte of a pixel, not premultiplied.
  case last = 3
  /// Alpha in the most significant byte of a 32-bit pixel, not premultiplied.
  case first = 4
  /// A last byte without meaning.
  case noneSkipLast = 5
  /// A first byte without meaning, or with `CGBitmapInfo.byteOrder32Little` a last one.
  case noneSkipFirst = 6
  /// Alpha alone, without colours.
  case alphaOnly = 7
}

/// The layout of an image's pixels, with Apple's raw values: a `CGImageAlphaInfo` in the lowest bits and a byte order.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// The raw value, as Apple's.
  public let rawValue: UInt32

  /// Makes a layout from a raw value.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits of the `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// Channels of floating-point numbers, which no context has here.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits of the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// The order of the channels' names: red, green, blue.
  public static let byteOrderDefault: CGBitmapInfo = []
  /// 16-bit words, the least significant byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
  /// 32-bit words, the least significant byte first: with alpha in the first byte blue, green, red, alpha in memory.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// 16-bit words, the most significant byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
  /// 32-bit words, the most significant byte first, which is the default order.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

/// The kind of a colour space, with Apple's raw values; only the kinds that there are here.
public enum CGColorSpaceModel: Int32, Sendable {
  /// Gray.
  case monochrome = 0
  /// Red, green and blue.
  case rgb = 1
}

/// A colour space, in place of Apple's class of this name: sRGB or gray. Profiles are absent, so no colour is converted
/// but to gray.
public final class CGColorSpace: Hashable, Sendable {
  /// Whether it is gray, or red, green and blue.
  public let model: CGColorSpaceModel

  fileprivate init(_ model: CGColorSpaceModel) { self.model = model }

  /// Makes the space with a name; nil for other names than `sRGB` and `genericGrayGamma2_2`.
  public convenience init?(name: CFString) {
    switch name {
    case Self.sRGB: self.init(.rgb)
    case Self.genericGrayGamma2_2: self.init(.monochrome)
    default: return nil
    }
  }

  /// The number of channels without alpha: 3 or 1.
  public var numberOfComponents: Int { model == .rgb ? 3 : 1 }

  // `nonisolated(unsafe)` is safe: the strings are immutable.

  /// The name of sRGB.
  nonisolated(unsafe) public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// The name of gray with a gamma of 2.2.
  nonisolated(unsafe) public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"

  /// Whether both are of the same model.
  public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool { lhs.model == rhs.model }
  /// Hashes the model.
  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

/// The colour space of red, green and blue: sRGB here.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(.rgb) }
/// The colour space of gray.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(.monochrome) }

extension CGImage {
  /// The image itself, which nothing changes; never nil here.
  public func copy() -> CGImage? { self }

  /// The colour space: gray for an image with one channel, else sRGB; never nil here.
  public var colorSpace: CGColorSpace? { CGColorSpace(imageBuffer.format == .gray ? .monochrome : .rgb) }

  /// The layout of the pixels: `alphaInfo`, and for BGRA the byte order.
  public var bitmapInfo: CGBitmapInfo {
    let alpha = CGBitmapInfo(rawValue: alphaInfo.rawValue)
    return imageBuffer.format == .bgra ? alpha.union(.byteOrder32Little) : alpha
  }
}
