import VisionCore

/// A buffer for one item between a producing and a consuming task.
///
/// Continuations are resumed outside the lock.
final class Mailbox<Item: Sendable>: ItemBuffer {
  private typealias Consumer = CheckedContinuation<Item?, any Error>
  private typealias Producer = CheckedContinuation<Bool, Never>

  private struct State {
    var item: Item?
    /// How the items ended. An error is thrown once, then replaced by success.
    var end: Result<Void, any Error>?
    var isClosed = false
    var consumer: Consumer?
    var producer: Producer?

    /// Returns the item, the end or an error if one is available; otherwise stores the consumer.
    mutating func answer(or consumer: Consumer) -> Result<Item?, any Error>? {
      if isClosed { return .failure(CancellationError()) }
      if let item {
        self.item = nil
        return .success(item)
      }
      if let end {
        self.end = .success(())
        return end.map { nil }
      }
      guard self.consumer == nil else { return .failure(TasksError.takenTwice) }
      self.consumer = consumer
      return nil
    }

    /// Removes and returns the waiting producer if there is room.
    mutating func takeProducer() -> Producer? {
      guard item == nil else { return nil }
      defer { producer = nil }
      return producer
    }
  }

  private let state = Locked(State())

  /// Waits until the buffer is empty. Returns false once it is closed. For one producer.
  func waitForRoom() async -> Bool {
    await withCheckedContinuation { producer in
      let hasRoom: Bool? = state.withLock { state in
        if state.isClosed { return false }
        if state.item == nil { return true }
        state.producer = producer
        return nil
      }
      if let hasRoom { producer.resume(returning: hasRoom) }
    }
  }

  /// Stores an item, replacing one that was not taken.
  ///
  /// - Returns: Whether an item was replaced.
  func put(_ new: Item) -> Bool {
    let (consumer, isReplaced): (Consumer?, Bool) = state.withLock { state in
      if state.isClosed { return (nil, false) }
      if let consumer = state.consumer {
        state.consumer = nil
        return (consumer, false)
      }
      defer { state.item = new }
      return (nil, state.item != nil)
    }
    consumer?.resume(returning: new)
    return isReplaced
  }

  func finish(_ result: Result<Void, any Error>) {
    let consumer: Consumer? = state.withLock { state in
      defer { state.consumer = nil }
      state.end = state.consumer == nil ? result : .success(())
      return state.consumer
    }
    consumer?.resume(with: result.map { nil })
  }

  func take() async throws -> Item? {
    try await withCheckedThrowingContinuation { (consumer: Consumer) in
      let (known, producer): (Result<Item?, any Error>?, Producer?) = state.withLock {
        ($0.answer(or: consumer), $0.takeProducer())
      }
      producer?.resume(returning: true)
      if let known { consumer.resume(with: known) }
    }
  }

  func close() {
    let (consumer, producer): (Consumer?, Producer?) = state.withLock { state in
      state.isClosed = true
      state.item = nil
      defer { state.consumer = nil }
      return (state.consumer, state.takeProducer())
    }
    producer?.resume(returning: false)
    consumer?.resume(throwing: CancellationError())
  }
}
