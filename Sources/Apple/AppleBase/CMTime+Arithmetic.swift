extension CMTime {
  /// The sum in a common timescale of both times; rounded if no common timescale fits.
  public static func + (left: CMTime, right: CMTime) -> CMTime { left.combined(with: right, negating: false) }
  /// The difference; see `+`.
  public static func - (left: CMTime, right: CMTime) -> CMTime { left.combined(with: right, negating: true) }

  private func combined(with other: CMTime, negating: Bool) -> CMTime {
    guard isValid, other.isValid else { return .invalid }
    if isIndefinite || other.isIndefinite { return .indefinite }
    guard isNumeric, other.isNumeric else {
      let raises = isPositiveInfinity || (negating ? other.isNegativeInfinity : other.isPositiveInfinity)
      let lowers = isNegativeInfinity || (negating ? other.isPositiveInfinity : other.isNegativeInfinity)
      return raises == lowers ? .invalid : raises ? .positiveInfinity : .negativeInfinity
    }
    // Products and sums of 64-bit values and 32-bit scales fit 128 bits.
    let (scale, otherScale) = (Int128(timescale), Int128(other.timescale))
    let common = scale / Int128(Self.greatestCommonDivisor(timescale, other.timescale)) * otherScale
    let sign: Int128 = negating ? -1 : 1
    let sum = Int128(value) * (common / scale) + sign * Int128(other.value) * (common / otherScale)
    let wasRounded = flags.union(other.flags).contains(.hasBeenRounded)
    return CMTime(units: sum, of: common, wasRounded: wasRounded, epoch: epoch == other.epoch ? epoch : 0)
  }

  /// Makes a time in the largest timescale that fits, rounded half away from zero if it is smaller than `scale`.
  private init(units: Int128, of scale: Int128, wasRounded: Bool, epoch: CMTimeEpoch) {
    var target = min(scale, Int128(CMTimeScale.max))
    while Int64(exactly: Self.rescale(units, from: scale, to: target, .default)) == nil, target > 1 { target /= 2 }
    let rounded = Self.rescale(units, from: scale, to: target, .default)
    guard let value = Int64(exactly: rounded), let timescale = CMTimeScale(exactly: target) else {
      self = units < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    let isExact = rounded * scale == units * target && !wasRounded
    self.init(value: value, timescale: timescale, flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: epoch)
  }

  fileprivate func multiplied(by multiplier: Int32) -> CMTime {
    guard isNumeric else { return nonNumeric(times: Double(multiplier)) }
    return CMTime(
      units: Int128(value) * Int128(multiplier), of: Int128(timescale), wasRounded: flags.contains(.hasBeenRounded),
      epoch: epoch)
  }

  fileprivate func multiplied(by multiplier: Double) -> CMTime {
    guard isNumeric, multiplier.isFinite else { return nonNumeric(times: multiplier) }
    var (scale, units) = (timescale, Double(value) * multiplier)
    while units != units.rounded(), scale <= CMTimeScale.max / 2, Int64(exactly: (2 * units).rounded()) != nil {
      (scale, units) = (scale * 2, units * 2)
    }
    guard let whole = Int64(exactly: units.rounded()) else {
      return CMTime(seconds: units / Double(scale), preferredTimescale: scale)
    }
    let isExact = units == units.rounded() && !flags.contains(.hasBeenRounded)
    return CMTime(value: whole, timescale: scale, flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: epoch)
  }

  /// The product if the time or the factor is no finite number. Infinity times 0 is invalid.
  private func nonNumeric(times multiplier: Double) -> CMTime {
    isIndefinite && !multiplier.isNaN ? self : CMTime(seconds: seconds * multiplier, preferredTimescale: 1)
  }

  static func greatestCommonDivisor<Number: BinaryInteger>(_ a: Number, _ b: Number) -> Number {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  /// Converts the time to another timescale.
  ///
  /// - Parameters:
  ///   - newTimescale: The number of units per second. If it is not positive the result is invalid.
  ///   - method: The rounding method.
  /// - Returns: The time. Non-numeric times are unchanged, and an overflow gives an infinite time.
  public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    let (scale, target) = (Int128(timescale), Int128(newTimescale))
    let units = Self.rescale(Int128(value), from: scale, to: target, method)
    guard let result = Int64(exactly: units) else { return value < 0 ? .negativeInfinity : .positiveInfinity }
    let isExact = units * scale == Int128(value) * target && !flags.contains(.hasBeenRounded)
    return CMTime(
      value: result, timescale: newTimescale, flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: epoch)
  }

  /// Converts a number of units; whole seconds and the rest separately, so that no product exceeds 128 bits.
  static func rescale(
    _ units: Int128, from scale: Int128, to target: Int128, _ method: CMTimeRoundingMethod
  ) -> Int128 {
    if scale == target { return units }
    let (whole, rest) = units.quotientAndRemainder(dividingBy: scale)
    let (quotient, remainder) = (rest * target).quotientAndRemainder(dividingBy: scale)
    let truncated = whole * target + quotient
    guard remainder != 0 else { return truncated }
    let isNegative = units < 0
    let away: Int128 = isNegative ? -1 : 1
    switch method {
    case .roundHalfAwayFromZero: return 2 * abs(remainder) >= scale ? truncated + away : truncated
    case .roundTowardZero: return truncated
    case .roundAwayFromZero: return truncated + away
    case .quickTime: return target > scale || (isNegative && truncated == 0) ? truncated + away : truncated
    case .roundTowardPositiveInfinity: return isNegative ? truncated : truncated + 1
    case .roundTowardNegativeInfinity: return isNegative ? truncated - 1 : truncated
    }
  }
}

/// A time multiplied by a whole number, in the time's timescale or, if that does not fit, rounded in a smaller one.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.multiplied(by: multiplier) }

/// A time multiplied by a number, in the time's timescale or, if the product is no whole number of units, that times
/// the power of two that makes it one; rounded if there is none. An infinite or NaN factor gives an infinite or invalid
/// time.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime { time.multiplied(by: multiplier) }

/// Converts a time to another timescale; see `CMTime.convertScale(_:method:)`.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: CMTimeScale, method: CMTimeRoundingMethod)
  -> CMTime
{ time.convertScale(newTimescale, method: method) }

/// How a time is rounded to whole units, with Apple's raw values.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest unit, half away from zero.
  case roundHalfAwayFromZero = 1
  /// Toward zero.
  case roundTowardZero = 2
  /// Away from zero.
  case roundAwayFromZero = 3
  /// QuickTime's: toward zero to a smaller timescale, away from zero to a larger one; a negative time never becomes 0.
  case quickTime = 4
  /// Toward positive infinity.
  case roundTowardPositiveInfinity = 5
  /// Toward negative infinity.
  case roundTowardNegativeInfinity = 6

  /// To the nearest unit.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}
