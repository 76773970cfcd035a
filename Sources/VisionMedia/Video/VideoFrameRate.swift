/// Frames per second as an exact fraction, such as 30000/1001.
public struct VideoFrameRate: Sendable, Hashable, CustomStringConvertible {
  /// Frames.
  public let numerator: Int
  /// In so many seconds; at least 1.
  public let denominator: Int

  /// The rate as a decimal number.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The fraction, such as "25/1".
  public var description: String { "\(numerator)/\(denominator)" }
}
