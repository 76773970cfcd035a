extension CMTime {
  /// The time in other units.
  ///
  /// - Parameters:
  ///   - newTimescale: How many units make a second; one that is not positive gives an invalid time.
  ///   - method: What becomes of a fraction of a unit.
  /// - Returns: The time; times that are no numbers are returned as they are, and a number of units that does not fit
  ///   becomes infinite.
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

  /// A number of units in other units. Whole seconds and the rest are taken apart, so that no product leaves 128 bits.
  static func rescale(
    _ units: Int128, from scale: Int128, to target: Int128, _ method: CMTimeRoundingMethod
  ) -> Int128 {
    if scale == target { return units }
    let (whole, rest) = units.quotientAndRemainder(dividingBy: scale)
    let (quotient, remainder) = (rest * target).quotientAndRemainder(dividingBy: scale)
    let cut = whole * target + quotient
    guard remainder != 0 else { return cut }
    let isNegative = units < 0
    let away: Int128 = isNegative ? -1 : 1
    switch method {
    case .roundHalfAwayFromZero: return 2 * abs(remainder) >= scale ? cut + away : cut
    case .roundTowardZero: return cut
    case .roundAwayFromZero: return cut + away
    case .quickTime: return target > scale || (isNegative && cut == 0) ? cut + away : cut
    case .roundTowardPositiveInfinity: return isNegative ? cut : cut + 1
    case .roundTowardNegativeInfinity: return isNegative ? cut - 1 : cut
    }
  }
}

/// A time in other units; see `CMTime.convertScale(_:method:)`.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: CMTimeScale, method: CMTimeRoundingMethod)
  -> CMTime
{
  time.convertScale(newTimescale, method: method)
}
