import VisionCore

/// The port of the running server; 0 before it listens.
package final class ListeningPort: Sendable {
  private let value = Locked(0)

  package init() {}

  package var number: Int {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
