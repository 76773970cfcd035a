import Foundation

/// A first-in, first-out queue between threads and Swift tasks, in any combination.
///
/// - Threads of the caller's own block: `push(_:)`, `blockUntilRoom()`, `pop(_:)`. Tasks suspend: `waitForRoom()`,
///   `next()`; one may wait at each end.
/// - A place may be reserved before its element is known: elements computed concurrently come out in order.
/// - With `pushNewest(_:)` it is a mailbox, in which the newest element replaces one that was not taken.
///
/// `@unchecked Sendable` is safe because mutable state is accessed under the condition's lock only. Continuations are
/// resumed outside the lock.
package final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  /// How long `pop(_:)` blocks its thread.
  package enum Wait {
    case never
    /// While the first place is reserved.
    case whileReserved
    /// Until there is an element, or the queue has ended.
    case untilEnd
  }

  private typealias Consumer = CheckedContinuation<Element?, any Error>
  private typealias Producer = CheckedContinuation<Bool, Never>

  private let capacity: Int
  private let elementName: String
  private let condition = NSCondition()
  /// The places, nil where an element is still to come; those before `head` were taken.
  private var places: [Element?] = []
  private var head = 0
  private var takenCount = 0
  /// How the elements ended. An error is thrown once, then replaced by success.
  private var end: Result<Void, any Error>?
  private var hasClosed = false
  private var consumer: Consumer?
  private var producer: Producer?

  /// The maximum number of elements and reserved places, at least 1; `elementName` is for an error about two tasks that
  /// wait.
  package init(capacity: Int = .max, of elementName: String = "results") {
    self.capacity = max(capacity, 1)
    self.elementName = elementName
  }

  package var count: Int { condition.withLock { places.count - head } }
  package var isClosed: Bool { condition.withLock { hasClosed } }

  // MARK: Producers

  /// Blocks the thread while the queue is full. Returns false, without the element, once the queue has ended.
  @discardableResult package func push(_ element: Element) -> Bool {
    change {
      while room == .full { condition.wait() }
      guard room == .free else { return false }
      append(element)
      return true
    }
  }

  /// Appends an element whatever the capacity, for a thread that must not block; none once the queue has ended.
  package func pushAtOnce(_ element: Element) { change { if room != .ended { append(element) } } }

  /// Returns false once the queue has ended.
  package func blockUntilRoom() -> Bool {
    condition.withLock {
      while room == .full { condition.wait() }
      return room == .free
    }
  }

  /// Returns false once the queue has ended.
  package func waitForRoom() async -> Bool {
    await withCheckedContinuation { waiting in change { producer = waiting } }
  }

  /// Appends an element in place of those that were not taken, and returns whether there were any.
  @discardableResult package func pushNewest(_ element: Element) -> Bool {
    var removed: [Element?] = []
    // Released outside the lock: a function of a caller's may take the memory of an image back.
    defer { removed.removeAll() }
    return change {
      guard room != .ended else { return false }
      let isReplacing = places.count > head
      removed = places
      removePlaces()
      append(element)
      return isReplacing
    }
  }

  /// Reserves the next place, whatever the capacity, and passes its number for `fill(_:with:)`. `use` is called under
  /// the lock, so that a place is either in use before `close()` or not at all; it must not use this queue.
  package func reserve(_ use: (Int) -> Void) {
    condition.withLock {
      guard room != .ended else { return }
      use(takenCount + places.count - head)
      places.append(nil)
    }
  }

  package func fill(_ number: Int, with element: Element) {
    change {
      guard !hasClosed else { return }
      places[number - takenCount + head] = element
      condition.broadcast()
    }
  }

  /// An error is thrown by `next()`, after the remaining elements.
  package func finish(_ result: Result<Void, any Error> = .success(())) {
    change {
      end = end ?? result
      condition.broadcast()
    }
  }

  // MARK: Consumers

  /// May block the thread; nil if there is no element, and once the queue has ended.
  package func pop(_ wait: Wait = .untilEnd) -> Element? {
    change {
      while !hasClosed {
        if let element = takeFirst() { return element }
        let isEmpty = places.count == head
        guard wait != .never, !isEmpty || (wait == .untilEnd && end == nil) else { return nil }
        condition.wait()
      }
      return nil
    }
  }

  /// Waits for the first element and removes it; nil after the last one. Throws the error that the queue ended with,
  /// once, and `CancellationError` once it is closed.
  package func next() async throws -> Element? {
    try await withCheckedThrowingContinuation { waiting in
      let isFirst = change {
        guard consumer == nil else { return false }
        consumer = waiting
        return true
      }
      guard !isFirst else { return }
      waiting.resume(
        throwing: TasksError(
          .failedPreconditionError, "Take the \(elementName) of one iterator from one task at a time."))
    }
  }

  /// Removes the elements that satisfy a predicate, of a queue without reserved places.
  package func removeAll(where isUnwanted: (Element) -> Bool) {
    var removed: [Element?] = []
    // Outside the lock, too.
    defer { removed.removeAll() }
    change {
      removed = places
      let kept = places[head...].filter { $0.map { !isUnwanted($0) } ?? true }
      removePlaces()
      places += kept
    }
  }

  /// Ends the queue and discards its elements. All waiting go on, the consuming task with `CancellationError`.
  package func close() {
    var removed: [Element?] = []
    defer { removed.removeAll() }
    change {
      removed = places
      hasClosed = true
      removePlaces()
      condition.broadcast()
    }
  }

  // MARK: Under the lock

  /// Changes the queue under its lock, and resumes the tasks that can go on then.
  private func change<Value>(_ body: () -> Value) -> Value {
    condition.lock()
    let value = body()
    let answer = consumer == nil ? nil : takeAnswer()
    let room = room
    let (consumer, producer) = (answer == nil ? nil : consumer, room == .full ? nil : producer)
    if answer != nil { self.consumer = nil }
    if room != .full { self.producer = nil }
    condition.unlock()
    producer?.resume(returning: room == .free)
    if let answer { consumer?.resume(with: answer) }
    return value
  }

  private enum Room { case free, full, ended }

  private var room: Room {
    if hasClosed || end != nil { return .ended }
    return places.count - head < capacity ? .free : .full
  }

  private func append(_ element: Element) {
    places.append(element)
    // Without a limit no thread waits for room, so one is enough for one element.
    if capacity == .max { condition.signal() } else { condition.broadcast() }
  }

  private func takeFirst() -> Element? {
    guard head < places.count, let element = places[head] else { return nil }
    places[head] = nil
    head += 1
    takenCount += 1
    // Not at each removal, which would move all places.
    if 2 * head > places.count { removePlaces(keeping: places.count - head) }
    if capacity != .max { condition.broadcast() }
    return element
  }

  private func removePlaces(keeping count: Int = 0) {
    places.removeFirst(places.count - count)
    head = 0
  }

  private func takeAnswer() -> Result<Element?, any Error>? {
    if hasClosed { return .failure(CancellationError()) }
    if let element = takeFirst() { return .success(element) }
    guard let end, places.count == head else { return nil }
    self.end = .success(())
    return end.map { nil }
  }
}
