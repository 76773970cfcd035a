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
    let divisor = Self.divisor(value.magnitude, UInt64(timescale))
    hasher.combine(value / Int64(divisor))
    hasher.combine(Int64(timescale) / Int64(divisor))
  }

  /// Returns -1, 0 or 1 if this time is earlier than, equal to or later than the other.
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

  /// The greatest common divisor, which is at most the second number, a timescale.
  private static func divisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (b, a % b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
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

/// The sum of two times.
public func CMTimeAdd(_ addend1: CMTime, _ addend2: CMTime) -> CMTime { addend1 + addend2 }

/// The difference of two times.
public func CMTimeSubtract(_ minuend: CMTime, _ subtrahend: CMTime) -> CMTime { minuend - subtrahend }

/// Returns -1, 0 or 1 if the first time is earlier than, equal to or later than the second.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.compared(with: time2) }
