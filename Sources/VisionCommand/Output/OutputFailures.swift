import VisionConcurrency

/// The number of failed writes, counted across threads.
final class OutputFailures: Sendable {
  private let value = Locked(0)

  /// Inputs whose results were not written completely, plus outputs that were lost.
  var count: Int { value.withLock { $0 } }

  func add() { value.withLock { $0 += 1 } }
}
