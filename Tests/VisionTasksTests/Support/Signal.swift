import Foundation

/// Something that happens once, for tests that must not guess how long it takes.
///
/// All waits end after half a minute, so that a failed test does. Sendable because the state is touched under the lock only.
final class Signal: @unchecked Sendable {
  private let condition = NSCondition()
  private var state = false

  var isGiven: Bool { condition.withLock { state } }

  /// Ends all waits, now and later.
  func give() {
    condition.withLock {
      state = true
      condition.broadcast()
    }
  }

  /// Waits in a task without holding up its thread.
  func wait() async {
    for _ in 0..<30_000 where !isGiven { try? await Task.sleep(for: .milliseconds(1)) }
  }

  /// Holds up the thread.
  func block() {
    let deadline = Date(timeIntervalSinceNow: 30)
    condition.withLock {
      while !state, condition.wait(until: deadline) {}
    }
  }
}
