import VisionTasks

/// When frames are sent that could be read faster, so that they come as from a camera: each no earlier than its time
/// after that of the first one. Frames behind a late one come at a slightly higher rate until the delay is made up for,
/// not in a burst.
struct FramePace {
  private typealias Moment = (timestamp: Int, instant: ContinuousClock.Instant)

  /// The longest time between two frames of a live source that is waited for, in milliseconds. A longer one is a gap:
  /// pieces of the stream were too old to be read. What follows is late, and starts anew.
  private static let longestLiveStep = 1000
  /// The part of the time between two frames that is waited for when they are late.
  private static let lateStep = 0.8

  private let isLive: Bool
  private var first, last: Moment?

  init(isLive: Bool) { self.isLive = isLive }

  /// The time for a frame that could be sent `now`.
  mutating func due(_ timestampInMilliseconds: Int, now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    var due = now
    if let first, let last, !isLive || timestampInMilliseconds - last.timestamp <= Self.longestLiveStep {
      func after(_ moment: Moment, _ part: Double) -> ContinuousClock.Instant {
        moment.instant.advanced(by: .milliseconds(Double(timestampInMilliseconds - moment.timestamp) * part))
      }
      due = max(now, after(first, 1), after(last, Self.lateStep))
    } else {
      first = (timestampInMilliseconds, now)
    }
    last = (timestampInMilliseconds, due)
    return due
  }
}
