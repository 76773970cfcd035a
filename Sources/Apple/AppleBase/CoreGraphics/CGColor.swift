import Foundation

/// A color in sRGB or gray with its alpha, in place of Apple's class of this name.
///
/// Immutable and Sendable. Color spaces are absent: colors are in sRGB, and their components may lie outside 0 to 1, as
/// in Apple's extended sRGB. Patterns are absent, too.
public final class CGColor: Hashable, Sendable {
  /// Red, green and blue, or gray; then alpha.
  private let values: [CGFloat]

  /// Makes a color in sRGB. Alpha is clamped to 0...1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    values = [red, green, blue, min(max(alpha, 0), 1)]
  }

  /// Makes a color in sRGB. Alpha is clamped to 0...1.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a gray, from 0, black, to 1, white. Alpha is clamped to 0...1.
  public init(gray: CGFloat, alpha: CGFloat) {
    values = [gray, min(max(alpha, 0), 1)]
  }

  /// Red, green, blue and alpha, or gray and alpha; never nil here.
  public var components: [CGFloat]? { values }
  /// The number of components with alpha: 4, or 2 for a gray.
  public var numberOfComponents: Int { values.count }
  /// The opacity, from 0, transparent, to 1, opaque.
  public var alpha: CGFloat { values[values.count - 1] }

  /// The same color with another alpha; never nil here.
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
