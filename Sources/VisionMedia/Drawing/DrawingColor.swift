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
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Makes an opaque colour from a number such as 0xFF8800.
  public init(rgb: UInt32) {
    self.init(red: Double(rgb >> 16 & 255) / 255, green: Double(rgb >> 8 & 255) / 255, blue: Double(rgb & 255) / 255)
  }

  /// The same colour with another opacity.
  public func withAlpha(_ alpha: Double) -> DrawingColor {
    DrawingColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// White.
  public static let white = DrawingColor(rgb: 0xFFFFFF)
  /// Nearly black: the background of labels and the edge around lines.
  public static let ink = DrawingColor(rgb: 0x14171C)

  /// A palette colour by number; the palette repeats.
  public static func palette(_ number: Int) -> DrawingColor {
    let colors: [UInt32] = [0x4DB8FF, 0xFFC145, 0x5AD469, 0xFF6B6B, 0xC58BFF, 0x3DD6C6, 0xFF9F6B, 0xB9C94A]
    return DrawingColor(rgb: colors[((number % colors.count) + colors.count) % colors.count])
  }

  /// A colour for an object class. Classes with close numbers get distinct colours.
  ///
  /// Hues advance by the golden ratio, which distributes any number of them evenly; four tones distinguish similar
  /// hues.
  public static func category(_ number: Int) -> DrawingColor {
    let turns = Double(number) * 0.618_033_988_749_895 + 0.56
    let tones = [(0.68, 0.98), (0.9, 0.84), (0.42, 1), (0.8, 0.7)]
    let tone = tones[((number % tones.count) + tones.count) % tones.count]
    return DrawingColor(hue: turns - turns.rounded(.down), saturation: tone.0, brightness: tone.1)
  }

  /// Makes an opaque colour from a hue (0...1 around the circle, red at 0), a saturation and a brightness (0...1).
  public init(hue: Double, saturation: Double, brightness: Double) {
    func channel(_ shift: Double) -> Double {
      let sector = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(sector, 4 - sector, 1)))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1))
  }

  var opaqueBGRA: UInt32 {
    func byte(_ value: Double) -> UInt32 { UInt32(value.inUnitRange * 255 + 0.5) }
    return 0xFF00_0000 | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }

  /// Whether dark text reads better on it than white text (relative luminance of Rec. 709).
  var isLight: Bool { 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.45 }
}

extension BinaryFloatingPoint {
  /// The nearest number in 0...1; 0 for NaN.
  var inUnitRange: Self { self > 0 ? min(self, 1) : 0 }
}
