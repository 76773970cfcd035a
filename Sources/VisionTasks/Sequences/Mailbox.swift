import Foundation

/// Room for one item between a task that makes items and one that takes them.
///
/// Sendable since everything that changes is touched under the lock only. Tasks are woken outside of it.
final class Mailbox<Item: Sendable>: ItemBuffer, @unchecked Sendable {
  private typealias Taker = CheckedContinuation<Item?, any Error>
  private typealias Maker = CheckedContinuation<Bool, Never>

  private let lock = NSLock()
  private var item: Item?
  /// How the items ended; an error is taken out when it is thrown.
  private var end: Result<Void, any Error>?
  private var isClosed = false
  private var taker: Taker?
  private var maker: Maker?

  /// Waits until there is no item left to take; false when none is wanted any more. For one maker.
  func waitForRoom() async -> Bool {
    await withCheckedContinuation { maker in
      let hasRoom: Bool? = lock.withLock {
        if isClosed { return false }
        if item == nil { return true }
        self.maker = maker
        return nil
      }
      if let hasRoom { maker.resume(returning: hasRoom) }
    }
  }

  /// Hands over an item, in place of one that nobody took.
  ///
  /// - Returns: Whether there was such a one.
  func put(_ new: Item) -> Bool {
    let (taker, isReplaced): (Taker?, Bool) = lock.withLock {
      if isClosed { return (nil, false) }
      if let taker = self.taker {
        self.taker = nil
        return (taker, false)
      }
      defer { item = new }
      return (nil, item != nil)
    }
    taker?.resume(returning: new)
    return isReplaced
  }

  /// Says that no item follows; an error is thrown after the item that is left.
  func finish(_ result: Result<Void, any Error>) {
    let taker: Taker? = lock.withLock {
      defer { self.taker = nil }
      end = self.taker == nil ? result : .success(())
      return self.taker
    }
    taker?.resume(with: result.map { nil })
  }

  /// Waits for the next item; nil after the last one.
  func take() async throws -> Item? {
    try await withCheckedThrowingContinuation { (taker: Taker) in
      let (known, maker): (Result<Item?, any Error>?, Maker?) = lock.withLock { (answer(or: taker), takeMaker()) }
      maker?.resume(returning: true)
      if let known { taker.resume(with: known) }
    }
  }

  /// Throws the item away and takes no further one. Whoever waits is woken, the taker by an error.
  func close() {
    let (taker, maker): (Taker?, Maker?) = lock.withLock {
      isClosed = true
      item = nil
      defer { self.taker = nil }
      return (self.taker, takeMaker())
    }
    maker?.resume(returning: false)
    taker?.resume(throwing: CancellationError())
  }

  /// What can be answered at once; otherwise the taker is noted down. Under the lock.
  private func answer(or taker: Taker) -> Result<Item?, any Error>? {
    if isClosed { return .failure(CancellationError()) }
    if let item {
      self.item = nil
      return .success(item)
    }
    if let end {
      self.end = .success(())
      return end.map { nil }
    }
    guard self.taker == nil else {
      return .failure(TasksError.takenTwice)
    }
    self.taker = taker
    return nil
  }

  /// The maker that waits for room, once there is some. Under the lock.
  private func takeMaker() -> Maker? {
    guard item == nil else { return nil }
    defer { maker = nil }
    return maker
  }
}
