/// Frames per second as an exact fraction, such as 30000/1001.
public struct VideoFrameRate: Sendable, Hashable, CustomStringConvertible {
  /// Frames.
  public let numerator: Int
  /// In so many seconds; at least 1 in rates that a reader gives.
  public let denominator: Int

  /// Makes a rate. Nothing is checked; what takes a rate says which ones it refuses.
  ///
  /// - Parameters:
  ///   - numerator: Frames.
  ///   - denominator: In so many seconds; 1 by default.
  public init(numerator: Int, denominator: Int = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The rate as a decimal number.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The fraction, such as "25/1".
  public var description: String { "\(numerator)/\(denominator)" }
}
