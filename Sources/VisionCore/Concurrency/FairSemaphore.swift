import Dispatch

/// A weighted semaphore for bytes of memory or slots of work, for which tasks suspend and threads block.
/// Waiters are served round-robin by client, and no waiter overtakes the next one even if its smaller amount is free.
/// Waiters are resumed outside the lock.
package final class FairSemaphore: Sendable {
  private struct Waiter {
    let id: Int
    let amount: Int
    let resume: (Result<Void, any Error>) -> Void
  }

  private struct State {
    let maxPerClient: Int
    var free: Int
    var held: [String: Int] = [:]
    var queue = FairQueue<Waiter>()
    var lastID = 0

    func allows(_ amount: Int, for client: String) -> Bool { (held[client] ?? 0) + amount <= maxPerClient }

    mutating func hold(_ amount: Int, for client: String) {
      free -= amount
      held[client, default: 0] += amount
    }

    mutating func admit() -> [Waiter] {
      var admitted: [Waiter] = []
      while let (client, waiter) = queue.next(where: { allows($1.amount, for: $0) }), waiter.amount <= free {
        queue.removeFirst(of: client)
        hold(waiter.amount, for: client)
        admitted.append(waiter)
      }
      return admitted
    }
  }

  package let total: Int
  package let maxPerClient: Int
  private let state: Locked<State>

  /// The total is at least 1; without a maximum one client may hold all of it.
  package init(total: Int, maxPerClient: Int? = nil) {
    self.total = max(total, 1)
    self.maxPerClient = min(max(maxPerClient ?? total, 1), self.total)
    state = Locked(State(maxPerClient: self.maxPerClient, free: self.total))
  }

  package var available: Int { state.withLock { $0.free } }
  package var waiting: Int { state.withLock { $0.queue.count } }

  /// Runs a closure while holding an amount, clamped to `maxPerClient`; waits as `acquire(_:for:)`.
  package func with<Value: Sendable>(
    _ amount: Int, for client: String = "", _ body: () async throws -> Value
  ) async throws -> Value {
    let amount = min(max(amount, 0), maxPerClient)
    try await acquire(amount, for: client)
    defer { release(amount, for: client) }
    return try await body()
  }

  /// Takes an amount if it is free now, before those that wait; a call of `release(_:for:)` has to follow.
  package func take(_ amount: Int, for client: String = "") -> Bool {
    state.withLock { state in
      guard amount <= state.free, state.allows(amount, for: client) else { return false }
      state.hold(amount, for: client)
      return true
    }
  }

  /// Takes an amount of 0...`maxPerClient` when it is free and it is this client's turn; a call of `release(_:for:)`
  /// has to follow. Throws `CancellationError` when the Swift task is cancelled while it waits.
  package func acquire(_ amount: Int, for client: String = "") async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = Waiter(id: id, amount: amount) { continuation.resume(with: $0) }
        // If it was cancelled before it is enqueued, the handler below finds nothing to remove.
        if !enqueue(waiter, for: client, unless: { Task.isCancelled }) { waiter.resume(.failure(CancellationError())) }
      }
    } onCancel: {
      let (cancelled, admitted) = state.withLock { state in
        let cancelled = state.queue.remove(of: client) { $0.id == id }
        return (cancelled, cancelled == nil ? [] : state.admit())
      }
      cancelled?.resume(.failure(CancellationError()))
      for waiter in admitted { waiter.resume(.success(())) }
    }
  }

  /// As `acquire(_:for:)`, for a thread of the caller's own, which it blocks.
  package func acquireBlocking(_ amount: Int, for client: String = "") {
    let isAdmitted = DispatchSemaphore(value: 0)
    _ = enqueue(Waiter(id: 0, amount: amount) { _ in isAdmitted.signal() }, for: client) { false }
    isAdmitted.wait()
  }

  package func release(_ amount: Int, for client: String = "") {
    let admitted = state.withLock { state in
      state.free += amount
      let rest = (state.held[client] ?? 0) - amount
      state.held[client] = rest > 0 ? rest : nil
      return state.admit()
    }
    for waiter in admitted { waiter.resume(.success(())) }
  }

  /// Appends a waiter, unless the predicate is true under the lock.
  private func enqueue(_ waiter: Waiter, for client: String, unless isCancelled: () -> Bool) -> Bool {
    let admitted: [Waiter]? = state.withLock { state in
      if isCancelled() { return nil }
      state.queue.append(waiter, for: client)
      return state.admit()
    }
    for waiter in admitted ?? [] { waiter.resume(.success(())) }
    return admitted != nil
  }
}

/// A round-robin queue over clients: the next element is the oldest of the client served longest ago.
struct FairQueue<Element> {
  /// The clients with queued elements, the next one first.
  private var turns: [String] = []
  private var elements: [String: [Element]] = [:]

  var isEmpty: Bool { turns.isEmpty }
  var count: Int { elements.values.reduce(0) { $0 + $1.count } }

  mutating func append(_ element: Element, for client: String) {
    if elements[client] == nil { turns.append(client) }
    elements[client, default: []].append(element)
  }

  /// The first eligible element, in turn order; it stays in the queue.
  func next(where isEligible: (String, Element) -> Bool) -> (client: String, element: Element)? {
    for client in turns {
      if let element = elements[client]?.first, isEligible(client, element) { return (client, element) }
    }
    return nil
  }

  /// Removes a client's oldest element; the client becomes the last one.
  mutating func removeFirst(of client: String) {
    guard var own = elements[client], !own.isEmpty else { return }
    own.removeFirst()
    turns.removeAll { $0 == client }
    elements[client] = own.isEmpty ? nil : own
    if !own.isEmpty { turns.append(client) }
  }

  /// Removes a client's first matching element.
  mutating func remove(of client: String, where isWanted: (Element) -> Bool) -> Element? {
    guard var own = elements[client], let place = own.firstIndex(where: isWanted) else { return nil }
    let element = own.remove(at: place)
    elements[client] = own.isEmpty ? nil : own
    if own.isEmpty { turns.removeAll { $0 == client } }
    return element
  }
}
