extension CMTime: Comparable, Hashable {
  /// Whether both are the same time: 1/2 and 2/4 are.
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

  /// -1, 0 or 1 for an earlier time than the other, the same and a later one.
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

  /// The greatest common divisor; never more than the second number, which is a timescale.
  private static func divisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (b, a % b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
