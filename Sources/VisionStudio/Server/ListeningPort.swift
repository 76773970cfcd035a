import Foundation

/// The port on which the server listens, known as soon as it does.
///
/// Sendable: the number is touched under the lock only.
final class ListeningPort: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  var number: Int {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
