/// A range of time, from its start up to and without its end, in place of Apple's structure.
public struct CMTimeRange: Hashable, Sendable {
  /// The first time of the range.
  public var start: CMTime
  /// The length of the range.
  public var duration: CMTime

  /// Makes an invalid range.
  public init() { self.init(start: .invalid, duration: .invalid) }

  /// Makes a range from its start and its length.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

  /// Makes a range from its start and its end.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// The empty range at 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// An invalid range.
  public static let invalid = CMTimeRange()

  /// The time after the last one of the range; invalid for an invalid range.
  public var end: CMTime { start + duration }

  /// Whether start and duration are valid and the duration is not negative.
  public var isValid: Bool { start.isValid && duration.isValid && duration >= .zero }
  /// Whether the range is valid and start or duration is indefinite.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
  /// Whether the range is valid and its duration is 0.
  public var isEmpty: Bool { isValid && duration == .zero }

  /// Whether a time lies in the range: not before its start, and before its end. False for an invalid range.
  public func containsTime(_ time: CMTime) -> Bool { isValid && time.isValid && time >= start && time < end }

  /// Whether another range lies in this one. False if one of them is invalid.
  public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
    isValid && otherRange.isValid && otherRange.start >= start && otherRange.end <= end
  }

  /// The range that both have in common; `zero` if there is none, and `invalid` if one of them is invalid.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid, otherRange.isValid else { return .invalid }
    let (first, last) = (max(start, otherRange.start), min(end, otherRange.end))
    return first < last ? CMTimeRange(start: first, end: last) : .zero
  }
}

/// Makes a range from its start and its length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// Makes a range from its start and its end.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

/// The time after the last one of a range; see `CMTimeRange.end`.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Whether a time lies in a range; see `CMTimeRange.containsTime(_:)`.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
