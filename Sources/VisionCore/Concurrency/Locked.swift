import Foundation

/// A value behind a lock, for state that several threads read and change.
/// `Mutex` of the standard library needs a newer system than this package. Keep the value's own references inside the
/// closures: the lock guards nothing outside them. The lock is not recursive.
/// `@unchecked Sendable` is safe because the value is accessed under the lock only.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// For one thread at a time. Changes made before an error stay.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  package func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }

  /// The value, which the first call makes.
  package func made<Made>(_ make: () -> Made) -> Made where Value == Made? {
    withLock { value in
      let made = value ?? make()
      value = made
      return made
    }
  }
}
