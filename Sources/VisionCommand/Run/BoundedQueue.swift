import Foundation

/// Hands things from one thread to another, in order, and holds back the giver when the taker falls behind.
///
/// Sendable: everything that changes is touched under the condition's lock only.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private let condition = NSCondition()
  private var elements: [Element] = []
  private var isClosed = false

  /// - Parameter capacity: How many things may wait, at least 1.
  init(capacity: Int) { self.capacity = max(capacity, 1) }

  /// Adds a thing, after waiting for room; false when the queue is closed, and the thing is dropped.
  func push(_ element: Element) -> Bool {
    condition.withLock {
      while elements.count >= capacity, !isClosed { condition.wait() }
      guard !isClosed else { return false }
      elements.append(element)
      condition.broadcast()
      return true
    }
  }

  /// Takes the next thing, after waiting for it; nil when the queue is closed and empty.
  func pop() -> Element? {
    condition.withLock {
      while elements.isEmpty, !isClosed { condition.wait() }
      guard !elements.isEmpty else { return nil }
      defer { condition.broadcast() }
      return elements.removeFirst()
    }
  }

  /// Lets nothing in any more; what waits can still be taken, unless it is dropped.
  func close(droppingRest: Bool = false) {
    condition.withLock {
      isClosed = true
      if droppingRest { elements.removeAll() }
      condition.broadcast()
    }
  }
}
