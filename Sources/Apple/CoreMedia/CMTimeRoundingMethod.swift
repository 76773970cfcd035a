/// What becomes of a time that is no whole number of units, with Apple's raw values.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest unit, half units away from zero.
  case roundHalfAwayFromZero = 1
  /// Cut.
  case roundTowardZero = 2
  /// Up in magnitude.
  case roundAwayFromZero = 3
  /// QuickTime's: cut into coarser units, up in magnitude into finer ones; a negative time never becomes 0.
  case quickTime = 4
  /// Up.
  case roundTowardPositiveInfinity = 5
  /// Down.
  case roundTowardNegativeInfinity = 6

  /// To the nearest unit.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}
