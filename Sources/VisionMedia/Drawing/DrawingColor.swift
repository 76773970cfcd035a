/// A colour for drawing: red, green, blue and opacity, each in 0...1.
public struct DrawingColor: Sendable, Hashable {
  /// Red in 0...1.
  public var red: Double
  /// Green in 0...1.
  public var green: Double
  /// Blue in 0...1.
  public var blue: Double
  /// Opacity in 0...1.
  public var alpha: Double

  /// Makes a colour; values outside of 0...1 are drawn as the nearest end.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes an opaque colour from a number such as 0xFF8800.
  public init(rgb: UInt32) {
    self.init(
      red: Double(rgb >> 16 & 255) / 255, green: Double(rgb >> 8 & 255) / 255, blue: Double(rgb & 255) / 255)
  }

  /// The same colour, more or less see-through.
  public func withAlpha(_ alpha: Double) -> DrawingColor {
    DrawingColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// White.
  public static let white = DrawingColor(rgb: 0xFFFFFF)
  /// Nearly black: the ground of labels and the edge around lines.
  public static let ink = DrawingColor(rgb: 0x14171C)

  /// A colour for the n-th thing of a kind; the same number always has the same one.
  public static func palette(_ number: Int) -> DrawingColor {
    let colors: [UInt32] = [0x4DB8FF, 0xFFC145, 0x5AD469, 0xFF6B6B, 0xC58BFF, 0x3DD6C6, 0xFF9F6B, 0xB9C94A]
    return DrawingColor(rgb: colors[((number % colors.count) + colors.count) % colors.count])
  }
}
