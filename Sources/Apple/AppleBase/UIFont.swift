/// A size and a weight of the system's font, in place of Apple's class of this name. Glyphs, metrics and drawing are
/// absent: an app's settings name fonts, and a server draws none.
public final class UIFont: NSObject, Sendable {
  /// The weight of a font's strokes, from -1 to 1, with Apple's values.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// The weight; 0 is regular.
    public let rawValue: CGFloat

    /// Makes a weight.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// -0.8.
    public static let ultraLight = Weight(rawValue: -0.8)
    /// -0.6.
    public static let thin = Weight(rawValue: -0.6)
    /// -0.4.
    public static let light = Weight(rawValue: -0.4)
    /// 0.
    public static let regular = Weight(rawValue: 0)
    /// 0.23.
    public static let medium = Weight(rawValue: 0.23)
    /// 0.3.
    public static let semibold = Weight(rawValue: 0.3)
    /// 0.4.
    public static let bold = Weight(rawValue: 0.4)
    /// 0.56.
    public static let heavy = Weight(rawValue: 0.56)
    /// 0.62.
    public static let black = Weight(rawValue: 0.62)
  }

  /// The size in points.
  public let pointSize: CGFloat
  private let weight: Weight

  private init(pointSize: CGFloat, weight: Weight) {
    (self.pointSize, self.weight) = (pointSize, weight)
    super.init()
  }

  /// The system's font in the regular weight.
  public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }

  /// The system's font in a weight.
  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(pointSize: fontSize, weight: weight)
  }

  /// The system's font in bold.
  public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .bold) }

  /// Whether the object is a font of the same size and weight.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? UIFont).map { $0.pointSize == pointSize && $0.weight == weight } ?? false
  }

  /// The hash of size and weight.
  public override var hash: Int { [pointSize, weight.rawValue].hashValue }
}
