import Foundation

/// The inputs that one caller submitted to a pool, and their results in the order of the inputs.
///
/// `@unchecked Sendable` is safe because mutable state is accessed under the condition's lock only, on which
/// `next(waits:)` waits. Continuations are resumed outside the lock.
final class PoolLine<Input: Sendable, Output: Sendable>: ItemBuffer, @unchecked Sendable {
  typealias Item = PoolResult<Input, Output>
  private typealias Consumer = CheckedContinuation<Item?, any Error>
  private typealias Producer = CheckedContinuation<Bool, Never>

  private let queue: PoolQueue<Input, Output>
  private let room: Int
  private let condition = NSCondition()
  private var done: [Int: Item] = [:]
  private var submittedCount = 0
  private var takenCount = 0
  /// How the inputs ended. An error is thrown once, then replaced by success.
  private var end: Result<Void, any Error>?
  private var isClosed = false
  private var consumer: Consumer?
  private var producer: Producer?

  /// - Parameters:
  ///   - queue: The pool's queue.
  ///   - room: Maximum number of inputs without a taken result; then `waitForRoom()` waits.
  init(_ queue: PoolQueue<Input, Output>, room: Int = .max) {
    self.queue = queue
    self.room = room
  }

  var pendingCount: Int { condition.withLock { submittedCount - takenCount } }

  /// Submits an input; does nothing once the line is closed.
  func submit(_ input: Input) {
    // Under the lock, so that `close()` removes every input submitted before it.
    condition.withLock {
      guard !isClosed else { return }
      queue.add(PoolQueue.Job(input: input, number: submittedCount, line: self))
      submittedCount += 1
    }
  }

  /// Stores a result; called on the pool's threads.
  func complete(_ number: Int, with item: Item) {
    let (consumer, next, producer): (Consumer?, Item?, Producer?) = condition.withLock {
      guard !isClosed else { return (nil, nil, nil) }
      done[number] = item
      condition.broadcast()
      guard let consumer = self.consumer, let next = takeDone() else { return (nil, nil, nil) }
      self.consumer = nil
      return (consumer, next, takeProducer())
    }
    producer?.resume(returning: true)
    consumer?.resume(returning: next)
  }

  /// Returns the oldest result not yet taken; nil when there is none. With `waits` it blocks the calling thread for
  /// one.
  func next(waits: Bool) -> Item? {
    condition.withLock {
      while waits, takenCount < submittedCount, done[takenCount] == nil { condition.wait() }
      return takeDone()
    }
  }

  func take() async throws -> Item? {
    try await withCheckedThrowingContinuation { (consumer: Consumer) in
      let (known, producer): (Result<Item?, any Error>?, Producer?) = condition.withLock {
        (answer(or: consumer), takeProducer())
      }
      producer?.resume(returning: true)
      if let known { consumer.resume(with: known) }
    }
  }

  /// Waits until another input may be submitted. Returns false once the line is closed. For one producer.
  func waitForRoom() async -> Bool {
    await withCheckedContinuation { producer in
      let known: Bool? = condition.withLock {
        if isClosed { return false }
        if hasRoom { return true }
        self.producer = producer
        return nil
      }
      if let known { producer.resume(returning: known) }
    }
  }

  func finish(_ result: Result<Void, any Error>) {
    let (consumer, known): (Consumer?, Result<Item?, any Error>?) = condition.withLock {
      end = result
      guard let consumer = self.consumer, let known = takeEnd() else { return (nil, nil) }
      self.consumer = nil
      return (consumer, known)
    }
    if let known { consumer?.resume(with: known) }
  }

  func close() {
    let (consumer, producer): (Consumer?, Producer?) = condition.withLock {
      isClosed = true
      done.removeAll()
      queue.removeJobs(of: self)
      defer { (self.consumer, self.producer) = (nil, nil) }
      return (self.consumer, self.producer)
    }
    producer?.resume(returning: false)
    consumer?.resume(throwing: CancellationError())
  }

  /// Returns the result, the end or an error if one is available; otherwise stores the consumer. Call under the lock.
  private func answer(or consumer: Consumer) -> Result<Item?, any Error>? {
    if isClosed { return .failure(CancellationError()) }
    if let item = takeDone() { return .success(item) }
    if let end = takeEnd() { return end }
    guard self.consumer == nil else { return .failure(TasksError.takenTwice) }
    self.consumer = consumer
    return nil
  }

  /// Removes and returns the next result in order if it is done. Call under the lock.
  private func takeDone() -> Item? {
    guard let item = done.removeValue(forKey: takenCount) else { return nil }
    takenCount += 1
    return item
  }

  /// How the inputs ended, once all results are taken. Call under the lock.
  private func takeEnd() -> Result<Item?, any Error>? {
    guard let end, takenCount == submittedCount else { return nil }
    self.end = .success(())
    return end.map { nil }
  }

  private var hasRoom: Bool { submittedCount - takenCount < room }

  /// Removes and returns the waiting producer if there is room. Call under the lock.
  private func takeProducer() -> Producer? {
    guard hasRoom else { return nil }
    defer { producer = nil }
    return producer
  }
}
