/// The number of units of a time.
public typealias CMTimeValue = Int64
/// The number of units per second.
public typealias CMTimeScale = Int32
/// The timeline that a time belongs to; 0 for all times made here.
public typealias CMTimeEpoch = Int64

/// A time or duration in seconds as a fraction, `value / timescale`, in place of Apple's structure.
///
/// Equal times are equal whatever their timescales.
public struct CMTime: Sendable {
  /// The number of units.
  public var value: CMTimeValue
  /// The number of units per second.
  public var timescale: CMTimeScale
  /// The kind of time.
  public var flags: CMTimeFlags
  /// The timeline that the time belongs to.
  public var epoch: CMTimeEpoch

  /// Makes an invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Makes a time from its parts.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// Makes a time of `value / timescale` seconds; an invalid one when the timescale is not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
  }

  /// Makes a time from seconds, truncated to a whole number of units.
  ///
  /// - Parameters:
  ///   - seconds: The time. Infinity gives an infinite time, NaN an invalid one.
  ///   - preferredTimescale: The number of units per second. It is halved until the number of units fits; if it does
  ///     not fit with one unit per second, the time is infinite.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard !seconds.isNaN, preferredTimescale > 0 else {
      self.init()
      return
    }
    var scale = preferredTimescale
    while scale > 1, Int64(exactly: (seconds * Double(scale)).rounded(.towardZero)) == nil { scale /= 2 }
    let units = (seconds * Double(scale)).rounded(.towardZero)
    guard let value = Int64(exactly: units) else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    let isExact = Double(value) / Double(scale) == seconds
    self.init(value: value, timescale: scale, flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: 0)
  }

  /// An invalid time, the result of calculations with invalid times.
  public static let invalid = CMTime()
  /// The time 0.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// An unknown time.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// Later than every number.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// Earlier than every number.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

  /// Whether the time is valid.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether the time is positive infinity.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether the time is negative infinity.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether the time is valid but unknown.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether the time is a number.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0 }
  /// Whether the value was rounded.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time in seconds, rounded to `Double`; infinity or NaN for non-numeric times.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isPositiveInfinity { return .infinity }
    return isNegativeInfinity ? -.infinity : .nan
  }
}

/// The kind of a `CMTime`, with Apple's raw values.
public struct CMTimeFlags: OptionSet, Sendable, Hashable {
  /// The raw value of the flags, as Apple's.
  public let rawValue: UInt32

  /// Makes flags from a raw value.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is valid.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The value was rounded and is not exact.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// Later than every number.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// Earlier than every number.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// Valid, but unknown.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// The flags of non-numeric times.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

extension CMTime: Comparable, Hashable {
  /// Whether both times are equal: 1/2 and 2/4 are.
  public static func == (left: CMTime, right: CMTime) -> Bool { left.compared(with: right) == 0 }

  /// Whether the left time is earlier. In Apple's order: negative infinity, numbers, positive infinity, indefinite,
  /// invalid.
  public static func < (left: CMTime, right: CMTime) -> Bool { left.compared(with: right) < 0 }

  /// Hashes equal times equally.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard isNumeric else { return }
    hasher.combine(epoch)
    let divisor = Self.greatestCommonDivisor(value.magnitude, UInt64(timescale))
    hasher.combine(value / Int64(divisor))
    hasher.combine(Int64(timescale) / Int64(divisor))
  }

  func compared(with other: CMTime) -> Int32 {
    if rank != other.rank { return rank < other.rank ? -1 : 1 }
    guard isNumeric else { return 0 }
    if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
    let (mine, theirs) = (Int128(value) * Int128(other.timescale), Int128(other.value) * Int128(timescale))
    return mine == theirs ? 0 : mine < theirs ? -1 : 1
  }

  private var rank: Int {
    if isNegativeInfinity { return 0 }
    if isNumeric { return 1 }
    if isPositiveInfinity { return 2 }
    return isIndefinite ? 3 : 4
  }
}

/// Makes a time of `value / timescale` seconds.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// Makes a time from seconds; see `CMTime.init(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds; see `CMTime.seconds`.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// Whether a time is valid; see `CMTime.isValid`.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether a time is not valid; see `CMTime.isValid`.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether a time is valid but unknown; see `CMTime.isIndefinite`.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether a time is a number; see `CMTime.isNumeric`.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// The sum of two times.
public func CMTimeAdd(_ addend1: CMTime, _ addend2: CMTime) -> CMTime { addend1 + addend2 }
/// The difference of two times.
public func CMTimeSubtract(_ minuend: CMTime, _ subtrahend: CMTime) -> CMTime { minuend - subtrahend }
/// Returns -1, 0 or 1 if the first time is earlier than, equal to or later than the second.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.compared(with: time2) }
