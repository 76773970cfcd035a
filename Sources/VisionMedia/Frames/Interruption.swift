internal import CFFmpeg
import Foundation

/// Ends a wait for the network or a device: by a time limit, or by `close()` from another thread.
///
/// FFmpeg polls it while it waits. Sendable since all mutable state is accessed under the lock.
final class Interruption: @unchecked Sendable {
  private let condition = NSCondition()
  private var closed = false
  private var deadline: ContinuousClock.Instant?

  /// Whether `close()` was called.
  var isClosed: Bool { condition.withLock { closed } }

  /// Whether the time limit has passed.
  var isOverdue: Bool { condition.withLock { isOverdueLocked } }

  /// Whether a wait should end.
  var shouldStop: Bool { condition.withLock { closed || isOverdueLocked } }

  private var isOverdueLocked: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Ends all waits, now and later.
  func close() {
    condition.withLock {
      closed = true
      condition.broadcast()
    }
  }

  /// Begins a new time limit, in seconds from now; nil takes the limit away.
  func limit(to seconds: TimeInterval?) {
    condition.withLock { deadline = seconds.map { .now.advanced(by: .seconds($0)) } }
  }

  /// Waits for so many seconds, or less when `close()` is called meanwhile.
  func pause(seconds: TimeInterval) {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      while !closed, condition.wait(until: end) {}
    }
  }

  /// The question in FFmpeg's form. It does not keep this object alive; the caller has to.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { address in
        guard let address else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(address).takeUnretainedValue().shouldStop ? 1 : 0
      },
      opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
