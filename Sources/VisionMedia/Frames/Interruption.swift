internal import CFFmpeg
import Foundation

/// Ends a wait for the network or a device: by a time limit, or by `close()` from another thread.
///
/// FFmpeg polls it while waiting. `@unchecked Sendable` is safe because all mutable state is accessed under the condition's lock.
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

  /// Sets a time limit, in seconds from now; nil removes it.
  func limit(to seconds: TimeInterval?) {
    condition.withLock { deadline = seconds.map { .now.advanced(by: .seconds($0)) } }
  }

  /// Waits for a number of seconds, or until `close()` is called.
  func pause(seconds: TimeInterval) {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      while !closed, condition.wait(until: end) {}
    }
  }

  /// The callback for FFmpeg. It does not retain this object; the caller must keep it alive.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { address in
        guard let address else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(address).takeUnretainedValue().shouldStop ? 1 : 0
      },
      opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
