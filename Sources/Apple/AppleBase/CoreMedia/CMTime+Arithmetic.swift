import Foundation

extension CMTime {
  /// The sum in a common timescale of both times; rounded if no common timescale fits.
  public static func + (left: CMTime, right: CMTime) -> CMTime {
    left.combined(with: right, negating: false)
  }

  /// The difference; see `+`.
  public static func - (left: CMTime, right: CMTime) -> CMTime {
    left.combined(with: right, negating: true)
  }

  private func combined(with other: CMTime, negating: Bool) -> CMTime {
    guard isValid, other.isValid else { return .invalid }
    if isIndefinite || other.isIndefinite { return .indefinite }
    guard isNumeric, other.isNumeric else {
      let (raises, otherRaises) = (isPositiveInfinity, negating ? other.isNegativeInfinity : other.isPositiveInfinity)
      let (lowers, otherLowers) = (isNegativeInfinity, negating ? other.isPositiveInfinity : other.isNegativeInfinity)
      if raises || otherRaises { return lowers || otherLowers ? .invalid : .positiveInfinity }
      return lowers || otherLowers ? .negativeInfinity : .invalid
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
    var rounded = Self.rescale(units, from: scale, to: target, .default)
    while Int64(exactly: rounded) == nil, target > 1 {
      target /= 2
      rounded = Self.rescale(units, from: scale, to: target, .default)
    }
    guard let value = Int64(exactly: rounded), let timescale = CMTimeScale(exactly: target) else {
      self = units < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    let isExact = rounded * scale == units * target && !wasRounded
    self.init(value: value, timescale: timescale, flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: epoch)
  }

  private static func greatestCommonDivisor(_ a: CMTimeScale, _ b: CMTimeScale) -> CMTimeScale {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
