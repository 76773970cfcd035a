/// The threads that concurrent inferences divide among themselves.
/// An inference that runs alone gets all of them. When another one begins, each gets its share from its next kernel on,
/// and when one ends, the others get its threads. So inferences run side by side before one of them is split, and
/// where as many tasks as processors are at work, each runs on its own thread and wakes no others.
package final class ThreadBudget: Sendable {
  /// The processors that the process may use, which all its tasks share.
  package static let processors = ThreadBudget(threadCount: ProcessResources.current.processors, within: nil, active: 0)

  /// The number of threads; at least 1.
  package let threadCount: Int
  private let outer: ThreadBudget?
  private let active: Locked<Int>

  package var activeCount: Int { active.withLock { $0 } }

  /// The threads of one task, at least 1, of which the caller's is active. They are a part of `outer`.
  package init(threadCount: Int, within outer: ThreadBudget? = .processors, active: Int = 1) {
    self.threadCount = max(threadCount, 1)
    self.active = Locked(active)
    self.outer = outer
  }

  /// The threads of an inference now: an equal share, rounded down, of the task's threads and of the processors; at
  /// least 1.
  package var share: Int {
    let own = threadCount / max(activeCount, 1)
    return max(min(own, outer?.share ?? own), 1)
  }

  /// Counts the calling thread as active while a function runs.
  package func whileActive<Result>(_ body: () throws -> Result) rethrows -> Result {
    begin()
    defer { end() }
    return try body()
  }

  /// Counts one more thread as active, until `end()`.
  package func begin() {
    active.withLock { $0 += 1 }
    outer?.begin()
  }

  package func end() {
    active.withLock { $0 -= 1 }
    outer?.end()
  }
}

/// Runs the parts of some work in parallel, on the threads that the budget leaves it.
package protocol WorkSharing {
  /// Calls a function with 0..<`count` in any order, and returns when all calls have returned.
  func share(_ count: Int, _ body: (Int) -> Void)
}
