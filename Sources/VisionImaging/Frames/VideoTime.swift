/// A time or a length of time as an exact fraction of a second: `value / timescale`.
///
/// Video files count time in units of their own, such as 1/12800 s; milliseconds would move their frames. Times are
/// equal when the fractions are: 1500/1000 s is 3/2 s. Times with a timescale below 1 equal only those with the same
/// two numbers.
public struct VideoTime: Sendable, Hashable, CustomStringConvertible {
  /// The number of units.
  public let value: Int
  /// The number of units in a second; at least 1 in times from a reader.
  public let timescale: Int

  /// Makes a time, without validation; functions that take one validate it.
  ///
  /// - Parameters:
  ///   - value: The number of units.
  ///   - timescale: The number of units in a second.
  public init(value: Int, timescale: Int) { (self.value, self.timescale) = (value, timescale) }

  /// Makes a time of whole milliseconds.
  public init(milliseconds: Int) { self.init(value: milliseconds, timescale: 1000) }

  /// The time in seconds, rounded to a `Double`.
  public var seconds: Double { Double(value) / Double(timescale) }

  /// The fraction and its unit, such as "1024/12800 s".
  public var description: String { "\(value)/\(timescale) s" }

  /// Whether both are the same length of time.
  public static func == (first: VideoTime, second: VideoTime) -> Bool { first.lowestTerms == second.lowestTerms }

  /// Hashes the length of time.
  public func hash(into hasher: inout Hasher) { hasher.combine(lowestTerms) }

  private var lowestTerms: SIMD2<Int> {
    guard timescale > 0 else { return SIMD2(value, timescale) }
    // At most the timescale, so it is an Int.
    let divisor = Int(Self.greatestCommonDivisor(value.magnitude, timescale.magnitude))
    return SIMD2(value / divisor, timescale / divisor)
  }

  private static func greatestCommonDivisor(_ first: UInt, _ second: UInt) -> UInt {
    second == 0 ? first : greatestCommonDivisor(second, first % second)
  }
}

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
  public init(numerator: Int, denominator: Int = 1) { (self.numerator, self.denominator) = (numerator, denominator) }

  /// The rate as a decimal number.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The fraction, such as "25/1".
  public var description: String { "\(numerator)/\(denominator)" }
}
