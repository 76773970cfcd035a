/// A kind of media, with Apple's raw values.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// The kind's four-character code.
  public let rawValue: String

  /// Makes a kind from its code.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Moving images.
  public static let video = AVMediaType(rawValue: "vide")
  /// Sound, of which nothing is captured here.
  public static let audio = AVMediaType(rawValue: "soun")
}
