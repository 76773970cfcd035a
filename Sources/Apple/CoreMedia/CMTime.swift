import Foundation

/// The number of units of a time.
public typealias CMTimeValue = Int64
/// How many units make a second.
public typealias CMTimeScale = Int32
/// Which of several time lines a time belongs to; 0 in all times made here.
public typealias CMTimeEpoch = Int64

/// A time or a length of time as a fraction of a second, `value / timescale`, in place of Apple's structure.
///
/// Two times are equal when they are the same time, whatever their units.
public struct CMTime: Sendable {
  /// The number of units.
  public var value: CMTimeValue
  /// How many units make a second.
  public var timescale: CMTimeScale
  /// Whether this is a time at all, and which.
  public var flags: CMTimeFlags
  /// Which of several time lines it belongs to.
  public var epoch: CMTimeEpoch

  /// Makes an invalid time.
  public init() {
    self.init(value: 0, timescale: 0, flags: [], epoch: 0)
  }

  /// Makes a time of its parts.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    self.value = value
    self.timescale = timescale
    self.flags = flags
    self.epoch = epoch
  }

  /// Makes a time of `value / timescale` seconds; an invalid one when the timescale is not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
  }

  /// Makes a time of seconds, cut to a whole number of units towards zero.
  ///
  /// - Parameters:
  ///   - seconds: The time; infinite ones give the infinite times, one that is not a number an invalid time.
  ///   - preferredTimescale: How many units make a second. It is halved until the number of units fits; where a second
  ///     is still too short a unit, the time is infinite.
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

  /// No time: the result of calculations with invalid times.
  public static let invalid = CMTime()
  /// The time 0.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// A time that is not known.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// Later than every number.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// Earlier than every number.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

  /// Whether this is a time at all.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether this is later than every number.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether this is earlier than every number.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether this is valid but not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether this is a number.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0 }
  /// Whether the value was rounded.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time in seconds, as near as a `Double` comes; infinite or not a number where the time is no number.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isPositiveInfinity { return .infinity }
    return isNegativeInfinity ? -.infinity : .nan
  }
}
