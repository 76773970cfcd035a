/// Frames per second as an exact fraction, such as 30000/1001.
public struct VideoFrameRate: Sendable, Hashable, CustomStringConvertible {
  /// The number of frames.
  public let numerator: Int
  /// The number of seconds; at least 1 in rates from a reader.
  public let denominator: Int

  /// Makes a rate, without validation; functions that take one validate it.
  ///
  /// - Parameters:
  ///   - numerator: The number of frames.
  ///   - denominator: The number of seconds; 1 by default.
  public init(numerator: Int, denominator: Int = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The rate as a decimal number.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The fraction, such as "25/1".
  public var description: String { "\(numerator)/\(denominator)" }
}
