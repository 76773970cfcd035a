import Foundation
import VisionTasks

/// Collects what a task answers in live-stream mode until the run fetches it.
// Safe to share: the answers are touched under the lock only.
final class LiveResults: @unchecked Sendable {
  /// The answer to one frame.
  struct Answer: Sendable {
    let timestampInMilliseconds: Int
    let output: Result<any TaskOutput, any Error>
  }

  private let lock = NSLock()
  private var waiting: [Answer] = []

  /// Gives the answers that came since the last call, in their order.
  func take() -> [Answer] {
    lock.withLock {
      defer { waiting = [] }
      return waiting
    }
  }

  /// Keeps what a task answered for a frame.
  @Sendable func add(_ output: Result<any TaskOutput, any Error>, _ timestampInMilliseconds: Int) {
    lock.withLock { waiting.append(Answer(timestampInMilliseconds: timestampInMilliseconds, output: output)) }
  }
}
