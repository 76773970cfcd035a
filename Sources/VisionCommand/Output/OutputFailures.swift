import Foundation

/// How much could not be written. Sendable: touched under the lock only.
final class OutputFailures: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  /// The inputs that could not be written whole, and the outputs that were lost.
  var count: Int { lock.withLock { value } }

  func add() { lock.withLock { value += 1 } }
}
