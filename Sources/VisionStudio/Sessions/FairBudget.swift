import Foundation

/// An amount that visitors share, such as bytes of memory or places to work at. Who wants more than is free waits; those who wait
/// take turns by visitor, and nobody overtakes the one whose turn it is.
///
/// Sendable: the state is touched under the lock only; continuations are resumed outside of it.
final class FairBudget: @unchecked Sendable {
  private struct Waiter {
    let id: Int
    let amount: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// All that there is.
  let total: Int
  /// How much of it one visitor may hold.
  let most: Int
  private let lock = NSLock()
  private var free: Int
  private var held: [String: Int] = [:]
  private var queue = FairQueue<Waiter>()
  private var lastID = 0

  /// - Parameters:
  ///   - total: The amount, at least 1.
  ///   - most: How much of it one visitor may hold; nil, the default, for all of it.
  init(total: Int, most: Int? = nil) {
    self.total = max(total, 1)
    self.most = min(max(most ?? total, 1), self.total)
    free = self.total
  }

  /// How many bytes or places are not in use.
  var available: Int { lock.withLock { free } }

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
    let id = lock.withLock {
      lastID += 1
      return lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let admitted: [Waiter]? = lock.withLock {
          // The handler below may have been called before there was anything to take out.
          if Task.isCancelled { return nil }
          queue.append(Waiter(id: id, amount: amount, continuation: continuation), for: visitor)
          return admit()
        }
        guard let admitted else { return continuation.resume(throwing: CancellationError()) }
        for waiter in admitted { waiter.continuation.resume() }
      }
    } onCancel: {
      let (cancelled, admitted) = lock.withLock {
        let cancelled = queue.remove(of: visitor) { $0.id == id }
        return (cancelled, cancelled == nil ? [] : admit())
      }
      cancelled?.continuation.resume(throwing: CancellationError())
      for waiter in admitted { waiter.continuation.resume() }
    }
  }

  private func giveBack(_ amount: Int, for visitor: String) {
    let admitted = lock.withLock {
      free += amount
      let rest = (held[visitor] ?? 0) - amount
      held[visitor] = rest > 0 ? rest : nil
      return admit()
    }
    for waiter in admitted { waiter.continuation.resume() }
  }

  /// Takes out those whose turn it is; the lock is held.
  private func admit() -> [Waiter] {
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
