import VisionCore

/// A weighted asynchronous semaphore, for bytes of memory or slots of work that visitors share.
///
/// Waiters are served round-robin by visitor, and no waiter overtakes the next one even if its smaller amount is free.
/// Continuations are resumed outside of the lock.
package final class FairSemaphore: Sendable {
  private struct Waiter {
    let id: Int
    let amount: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    let maxPerVisitor: Int
    var free: Int
    var held: [String: Int] = [:]
    var queue = FairQueue<Waiter>()
    var lastID = 0

    /// Removes and returns the waiters that can proceed.
    mutating func admit() -> [Waiter] {
      var admitted: [Waiter] = []
      while let (visitor, waiter) = queue.next(where: { (held[$0] ?? 0) + $1.amount <= maxPerVisitor }),
        waiter.amount <= free
      {
        queue.removeFirst(of: visitor)
        free -= waiter.amount
        held[visitor, default: 0] += waiter.amount
        admitted.append(waiter)
      }
      return admitted
    }
  }

  /// The total amount.
  package let total: Int
  /// The maximum amount that one visitor may hold.
  package let maxPerVisitor: Int
  private let state: Locked<State>

  /// - Parameters:
  ///   - total: The amount, at least 1.
  ///   - maxPerVisitor: The maximum amount that one visitor may hold; nil, the default, for `total`.
  package init(total: Int, maxPerVisitor: Int? = nil) {
    self.total = max(total, 1)
    self.maxPerVisitor = min(max(maxPerVisitor ?? total, 1), self.total)
    state = Locked(State(maxPerVisitor: self.maxPerVisitor, free: self.total))
  }

  /// The amount not in use.
  package var available: Int { state.withLock { $0.free } }
  /// The number of callers that wait.
  package var waiting: Int { state.withLock { $0.queue.count } }

  /// Runs a closure while holding an amount; waits until it is free and this visitor's turn.
  ///
  /// - Parameters:
  ///   - amount: The amount, clamped to `maxPerVisitor` so that it can be served.
  ///   - visitor: The visitor's identifier.
  ///   - body: The work.
  /// - Returns: What `body` returns.
  /// - Throws: `CancellationError` when the Swift task is cancelled while it waits; what `body` throws.
  package func with<Value: Sendable>(
    _ amount: Int, for visitor: String, _ body: () async throws -> Value
  ) async throws -> Value {
    let amount = min(max(amount, 0), maxPerVisitor)
    try await acquire(amount, for: visitor)
    defer { release(amount, for: visitor) }
    return try await body()
  }

  /// Takes an amount that is free now, before those who wait; every such call needs one of `release(_:for:)`.
  ///
  /// - Returns: Whether it was free.
  package func take(_ amount: Int, for visitor: String) -> Bool {
    state.withLock { state in
      guard amount <= state.free, (state.held[visitor] ?? 0) + amount <= maxPerVisitor else { return false }
      state.free -= amount
      state.held[visitor, default: 0] += amount
      return true
    }
  }

  /// Takes an amount as soon as it is free and this visitor's turn; every such call needs one of `release(_:for:)`.
  ///
  /// - Parameters:
  ///   - amount: The amount, 0...`maxPerVisitor`.
  ///   - visitor: The visitor's identifier.
  /// - Throws: `CancellationError` when the Swift task is cancelled while it waits.
  package func acquire(_ amount: Int, for visitor: String) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let admitted: [Waiter]? = state.withLock { state in
          // Cancelled before the waiter was enqueued: the handler below found nothing to remove.
          if Task.isCancelled { return nil }
          state.queue.append(Waiter(id: id, amount: amount, continuation: continuation), for: visitor)
          return state.admit()
        }
        guard let admitted else { return continuation.resume(throwing: CancellationError()) }
        for waiter in admitted { waiter.continuation.resume() }
      }
    } onCancel: {
      let (cancelled, admitted) = state.withLock { state in
        let cancelled = state.queue.remove(of: visitor) { $0.id == id }
        return (cancelled, cancelled == nil ? [] : state.admit())
      }
      cancelled?.continuation.resume(throwing: CancellationError())
      for waiter in admitted { waiter.continuation.resume() }
    }
  }

  /// Gives back what was taken.
  package func release(_ amount: Int, for visitor: String) {
    let admitted = state.withLock { state in
      state.free += amount
      let rest = (state.held[visitor] ?? 0) - amount
      state.held[visitor] = rest > 0 ? rest : nil
      return state.admit()
    }
    for waiter in admitted { waiter.continuation.resume() }
  }
}
