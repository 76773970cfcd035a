import Foundation

/// The inputs that one caller of a pool handed over, and their results in the order of the inputs until they are taken.
///
/// Sendable since everything that changes is touched under the condition's lock only. Tasks are woken outside of it.
final class PoolLine<Input: Sendable, Output: Sendable>: ItemBuffer, @unchecked Sendable {
  typealias Item = PoolResult<Input, Output>
  private typealias Taker = CheckedContinuation<Item?, any Error>
  private typealias Maker = CheckedContinuation<Bool, Never>

  private let queue: PoolQueue<Input, Output>
  private let room: Int
  private let condition = NSCondition()
  private var done: [Int: Item] = [:]
  private var submittedCount = 0
  private var takenCount = 0
  /// How the inputs ended; an error is taken out when it is thrown.
  private var end: Result<Void, any Error>?
  private var isClosed = false
  private var taker: Taker?
  private var maker: Maker?

  /// - Parameters:
  ///   - queue: The pool's queue.
  ///   - room: How many inputs may be ahead of the results that were taken before `waitForRoom()` waits.
  init(_ queue: PoolQueue<Input, Output>, room: Int = .max) {
    self.queue = queue
    self.room = room
  }

  var pendingCount: Int { condition.withLock { submittedCount - takenCount } }

  /// Hands an input over; nothing happens once the line is closed.
  func submit(_ input: Input) {
    // Under the lock, so that `close()` finds every input that came before it.
    condition.withLock {
      guard !isClosed else { return }
      queue.add(PoolQueue.Job(input: input, number: submittedCount, line: self))
      submittedCount += 1
    }
  }

  /// Takes a result from a thread of the pool.
  func complete(_ number: Int, with item: Item) {
    let (taker, next, maker): (Taker?, Item?, Maker?) = condition.withLock {
      guard !isClosed else { return (nil, nil, nil) }
      done[number] = item
      condition.broadcast()
      guard let taker = self.taker, let next = takeDone() else { return (nil, nil, nil) }
      self.taker = nil
      return (taker, next, takeMaker())
    }
    maker?.resume(returning: true)
    taker?.resume(returning: next)
  }

  /// The oldest result that was not taken yet; blocks the calling thread when it waits. Nil when there is none.
  func next(waits: Bool) -> Item? {
    condition.withLock {
      while waits, takenCount < submittedCount, done[takenCount] == nil { condition.wait() }
      return takeDone()
    }
  }

  func take() async throws -> Item? {
    try await withCheckedThrowingContinuation { (taker: Taker) in
      let (known, maker): (Result<Item?, any Error>?, Maker?) = condition.withLock { (answer(or: taker), takeMaker()) }
      maker?.resume(returning: true)
      if let known { taker.resume(with: known) }
    }
  }

  /// Waits until another input may be handed over; false when none is wanted any more. For one maker.
  func waitForRoom() async -> Bool {
    await withCheckedContinuation { maker in
      let known: Bool? = condition.withLock {
        if isClosed { return false }
        if hasRoom { return true }
        self.maker = maker
        return nil
      }
      if let known { maker.resume(returning: known) }
    }
  }

  func finish(_ result: Result<Void, any Error>) {
    let (taker, known): (Taker?, Result<Item?, any Error>?) = condition.withLock {
      end = result
      guard let taker = self.taker, let known = takeEnd() else { return (nil, nil) }
      self.taker = nil
      return (taker, known)
    }
    if let known { taker?.resume(with: known) }
  }

  func close() {
    let (taker, maker): (Taker?, Maker?) = condition.withLock {
      isClosed = true
      done.removeAll()
      queue.removeJobs(of: self)
      defer { (self.taker, self.maker) = (nil, nil) }
      return (self.taker, self.maker)
    }
    maker?.resume(returning: false)
    taker?.resume(throwing: CancellationError())
  }

  /// What can be answered at once; otherwise the taker is noted down. Under the lock.
  private func answer(or taker: Taker) -> Result<Item?, any Error>? {
    if isClosed { return .failure(CancellationError()) }
    if let item = takeDone() { return .success(item) }
    if let end = takeEnd() { return end }
    guard self.taker == nil else { return .failure(TasksError.takenTwice) }
    self.taker = taker
    return nil
  }

  /// The result that is due, if it is there. Under the lock.
  private func takeDone() -> Item? {
    guard let item = done.removeValue(forKey: takenCount) else { return nil }
    takenCount += 1
    return item
  }

  /// How the inputs ended, once all results are taken. Under the lock.
  private func takeEnd() -> Result<Item?, any Error>? {
    guard let end, takenCount == submittedCount else { return nil }
    self.end = .success(())
    return end.map { nil }
  }

  private var hasRoom: Bool { submittedCount - takenCount < room }

  /// The maker that waits for room, once there is some. Under the lock.
  private func takeMaker() -> Maker? {
    guard hasRoom else { return nil }
    defer { maker = nil }
    return maker
  }
}
