/// What kind of time a `CMTime` is, with Apple's raw values.
public struct CMTimeFlags: OptionSet, Sendable, Hashable {
  /// Apple's number of the flags.
  public let rawValue: UInt32

  /// Makes flags from their number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The time is valid; without this flag it is no time.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The value was rounded and is not exact.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// Later than every number.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// Earlier than every number.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// Valid, but not known.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// The flags of the times that are no numbers.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}
