import Foundation

/// Counts from any thread. Sendable since the number is touched under the lock only.
final class DropCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  var count: Int { lock.withLock { value } }
  func add() { lock.withLock { value += 1 } }
}
