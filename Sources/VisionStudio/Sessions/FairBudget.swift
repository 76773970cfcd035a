import VisionConcurrency

/// An amount that visitors share, such as bytes of memory or places to work at. Who wants more than is free waits; those who wait
/// take turns by visitor, and nobody overtakes the one whose turn it is.
///
/// Continuations are resumed outside of the lock.
final class FairBudget: Sendable {
  private struct Waiter {
    let id: Int
    let amount: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    let most: Int
    var free: Int
    var held: [String: Int] = [:]
    var queue = FairQueue<Waiter>()
    var lastID = 0

    /// Takes out the waiters that can go on.
    mutating func admit() -> [Waiter] {
      var admitted: [Waiter] = []
      while let (visitor, waiter) = queue.next(where: { (held[$0] ?? 0) + $1.amount <= most }), waiter.amount <= free {
        queue.removeFirst(of: visitor)
        free -= waiter.amount
        held[visitor, default: 0] += waiter.amount
        admitted.append(waiter)
      }
      return admitted
    }
  }

  /// All that there is.
  let total: Int
  /// How much of it one visitor may hold.
  let most: Int
  private let state: Locked<State>

  /// - Parameters:
  ///   - total: The amount, at least 1.
  ///   - most: How much of it one visitor may hold; nil, the default, for all of it.
  init(total: Int, most: Int? = nil) {
    self.total = max(total, 1)
    self.most = min(max(most ?? total, 1), self.total)
    state = Locked(State(most: self.most, free: self.total))
  }

  /// How many bytes or places are not in use.
  var available: Int { state.withLock { $0.free } }

  /// Does something with a part of the amount, as soon as it is this visitor's turn and the part is free.
  ///
  /// - Parameters:
  ///   - amount: The part; what is more than a visitor may hold counts as that, so that it can be done at all.
  ///   - visitor: Who wants it.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: `CancellationError` when the Swift task is cancelled while it waits; what `body` throws.
  func with<Value: Sendable>(
    _ amount: Int, for visitor: String, _ body: () async throws -> Value
  ) async throws -> Value {
    let amount = min(max(amount, 0), most)
    try await take(amount, for: visitor)
    defer { giveBack(amount, for: visitor) }
    return try await body()
  }

  private func take(_ amount: Int, for visitor: String) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let admitted: [Waiter]? = state.withLock { state in
          // The handler below may have been called before there was anything to take out.
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

  private func giveBack(_ amount: Int, for visitor: String) {
    let admitted = state.withLock { state in
      state.free += amount
      let rest = (state.held[visitor] ?? 0) - amount
      state.held[visitor] = rest > 0 ? rest : nil
      return state.admit()
    }
    for waiter in admitted { waiter.continuation.resume() }
  }
}
