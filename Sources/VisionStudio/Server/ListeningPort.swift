import VisionConcurrency

/// The port on which the server listens, known as soon as it does.
final class ListeningPort: Sendable {
  private let value = Locked(0)

  var number: Int {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
