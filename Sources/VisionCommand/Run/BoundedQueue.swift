import Foundation

/// A blocking FIFO queue between threads with a maximum length.
///
/// `@unchecked Sendable` is safe because all mutable state is accessed under the condition's lock.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private let condition = NSCondition()
  private var elements: [Element] = []
  private var isClosed = false

  /// - Parameter capacity: The maximum length, at least 1.
  init(capacity: Int) { self.capacity = max(capacity, 1) }

  /// Appends an element; blocks while the queue is full. Returns false and drops the element if the queue is closed.
  func push(_ element: Element) -> Bool {
    condition.withLock {
      while elements.count >= capacity, !isClosed { condition.wait() }
      guard !isClosed else { return false }
      elements.append(element)
      condition.broadcast()
      return true
    }
  }

  /// Removes the first element; blocks while the queue is empty. Returns nil if it is closed and empty.
  func pop() -> Element? {
    condition.withLock {
      while elements.isEmpty, !isClosed { condition.wait() }
      guard !elements.isEmpty else { return nil }
      defer { condition.broadcast() }
      return elements.removeFirst()
    }
  }

  /// Closes the queue. Remaining elements can still be removed, unless they are dropped.
  func close(droppingRest: Bool = false) {
    condition.withLock {
      isClosed = true
      if droppingRest { elements.removeAll() }
      condition.broadcast()
    }
  }
}
