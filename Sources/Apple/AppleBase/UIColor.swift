/// A colour in sRGB or gray with its alpha, in place of Apple's class of this name.
///
/// Immutable and Sendable. Colour spaces are absent: colours are in sRGB, and their components may lie outside 0 to 1,
/// as in Apple's extended sRGB. Patterns are absent, too.
public final class CGColor: Hashable, Sendable {
  /// Red, green and blue, or gray; then alpha.
  private let values: [CGFloat]

  /// Makes a colour in sRGB. Alpha is clamped to 0...1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    values = [red, green, blue, Self.opacity(alpha)]
  }

  /// In this order of arguments NaN is 0.
  private static func opacity(_ alpha: CGFloat) -> CGFloat { min(max(0, alpha), 1) }

  /// Makes a colour in sRGB. Alpha is clamped to 0...1.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a gray, from 0, black, to 1, white. Alpha is clamped to 0...1.
  public init(gray: CGFloat, alpha: CGFloat) { values = [gray, Self.opacity(alpha)] }

  /// Red, green, blue and alpha, or gray and alpha; never nil here.
  public var components: [CGFloat]? { values }
  /// The number of components with alpha: 4, or 2 for a gray.
  public var numberOfComponents: Int { values.count }
  /// The opacity, from 0, transparent, to 1, opaque.
  public var alpha: CGFloat { values[values.count - 1] }

  /// The same colour with another alpha; never nil here.
  public func copy(alpha: CGFloat) -> CGColor? {
    values.count == 2
      ? CGColor(gray: values[0], alpha: alpha)
      : CGColor(red: values[0], green: values[1], blue: values[2], alpha: alpha)
  }

  /// Whether the components are equal. A gray does not equal the same gray in sRGB.
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool { lhs.values == rhs.values }
  /// Hashes the components.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// A colour, in place of Apple's class of this name.
///
/// Immutable and Sendable. Colours are in extended sRGB or gray, whose components may lie outside 0 to 1. Named colours
/// of asset catalogs, dynamic colours and patterns are absent.
///
/// Two colours are equal if they are of the same kind, sRGB or gray, with the same components, as in UIKit:
/// `UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1)`, and `UIColor.white` equals
/// `UIColor(white: 1, alpha: 1)` only.
public final class UIColor: NSObject, Sendable {
  /// The colour as Core Graphics has it; its `components` are red, green, blue and alpha, or gray and alpha.
  public let cgColor: CGColor

  /// Makes a colour from one of Core Graphics.
  public init(cgColor: CGColor) {
    self.cgColor = cgColor
    super.init()
  }

  /// Makes a colour in sRGB. Alpha is clamped to 0...1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Makes a gray, from 0, black, to 1, white. Alpha is clamped to 0...1.
  public convenience init(white: CGFloat, alpha: CGFloat) { self.init(cgColor: CGColor(gray: white, alpha: alpha)) }

  /// Makes a colour from hue, saturation and brightness, each clamped to 0...1. A hue of 0 is red, 1/3 green, 2/3 blue.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let (h, s, v) = (min(max(hue, 0), 1), min(max(saturation, 0), 1), min(max(brightness, 0), 1))
    /// A channel falls from the brightness as the hue moves away from the channel's own, over a sixth of the circle.
    func channel(_ offset: CGFloat) -> CGFloat {
      let position = (offset + 6 * h).truncatingRemainder(dividingBy: 6)
      return v - v * s * min(max(min(position, 4 - position), 0), 1)
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// Makes a colour from components in Display P3. They are converted to extended sRGB, where saturated colours lie
  /// outside 0 to 1; UIKit keeps the components of `cgColor` in Display P3.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    /// sRGB's transfer function, which Display P3 shares; odd, as extended sRGB defines it.
    func linear(_ value: CGFloat) -> CGFloat {
      let size = abs(value)
      let result = size <= 0.04045 ? size / 12.92 : CGFloat(pow(Double((size + 0.055) / 1.055), 2.4))
      return value < 0 ? -result : result
    }
    func encoded(_ value: CGFloat) -> CGFloat {
      let size = abs(value)
      let result = size <= 0.0031308 ? size * 12.92 : 1.055 * CGFloat(pow(Double(size), 1 / 2.4)) - 0.055
      return value < 0 ? -result : result
    }
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    self.init(
      red: encoded(1.2249401763 * r - 0.2249401763 * g),
      green: encoded(-0.0420569547 * r + 1.0420569547 * g),
      blue: encoded(-0.0196375546 * r - 0.0786360456 * g + 1.0982736001 * b), alpha: alpha)
  }

  /// The same colour with another alpha, clamped to 0...1.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    cgColor.copy(alpha: alpha).map(UIColor.init(cgColor:)) ?? self
  }

  /// Whether the object is a colour of the same kind with the same components.
  public override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.cgColor == cgColor }

  /// The hash of the components.
  public override var hash: Int { cgColor.hashValue }

  /// The kind and the components, as in `UIExtendedSRGBColorSpace 1 0 0 1`.
  public override var description: String {
    let values = cgColor.components ?? []
    return
      ([values.count == 2 ? "UIExtendedGrayColorSpace" : "UIExtendedSRGBColorSpace"]
      + values.map { String(format: "%g", Double($0)) }).joined(separator: " ")
  }

  private var rgb: (red: CGFloat, green: CGFloat, blue: CGFloat) {
    let values = cgColor.components ?? [0, 0]
    return values.count == 2 ? (values[0], values[0], values[0]) : (values[0], values[1], values[2])
  }

  /// The components in extended sRGB; those of a gray are equal.
  ///
  /// - Parameters:
  ///   - red: Set to the red component.
  ///   - green: Set to the green component.
  ///   - blue: Set to the blue component.
  ///   - alpha: Set to alpha.
  /// - Returns: True.
  @discardableResult public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let rgb = rgb
    red?.pointee = rgb.red
    green?.pointee = rgb.green
    blue?.pointee = rgb.blue
    alpha?.pointee = cgColor.alpha
    return true
  }

  /// The level of a gray.
  ///
  /// - Parameters:
  ///   - white: Set to the level, from 0, black, to 1, white.
  ///   - alpha: Set to alpha.
  /// - Returns: False for a colour that is not gray; then nothing is set. One in sRGB with equal components is gray.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    let rgb = rgb
    guard rgb.red == rgb.green, rgb.green == rgb.blue else { return false }
    white?.pointee = rgb.red
    alpha?.pointee = cgColor.alpha
    return true
  }

  /// Hue, saturation and brightness.
  ///
  /// - Parameters:
  ///   - hue: Set to the hue, from 0, red, over 1/3, green, and 2/3, blue, to below 1; 0 for a gray.
  ///   - saturation: Set to the saturation; 0 for a gray.
  ///   - brightness: Set to the largest component.
  ///   - alpha: Set to alpha.
  /// - Returns: True.
  @discardableResult public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let (r, g, b) = rgb
    let (largest, smallest) = (max(r, g, b), min(r, g, b))
    let range = largest - smallest
    let sixths =
      range == 0
      ? 0
      : largest == r ? (g - b) / range : largest == g ? 2 + (b - r) / range : 4 + (r - g) / range
    hue?.pointee = (sixths < 0 ? sixths + 6 : sixths) / 6
    saturation?.pointee = largest > 0 ? range / largest : 0
    brightness?.pointee = largest
    alpha?.pointee = cgColor.alpha
    return true
  }
}
