import Foundation

/// Something that happens once, for tests that must not guess how long it takes.
///
/// Sendable because everything is touched under the lock only.
final class Signal: @unchecked Sendable {
  private let condition = NSCondition()
  private var isGiven = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Wakes all who wait, now and later.
  func give() {
    let waiting = condition.withLock {
      isGiven = true
      condition.broadcast()
      defer { self.waiting = [] }
      return self.waiting
    }
    for task in waiting { task.resume() }
  }

  /// Waits in a task, whether it is cancelled or not.
  func wait() async {
    await withCheckedContinuation { task in
      let isGiven = condition.withLock {
        if !self.isGiven { waiting.append(task) }
        return self.isGiven
      }
      if isGiven { task.resume() }
    }
  }

  /// Holds up the thread, for ten seconds at most so that a failed test ends.
  func block() {
    let deadline = Date(timeIntervalSinceNow: 10)
    condition.withLock {
      while !isGiven, condition.wait(until: deadline) {}
    }
  }
}
