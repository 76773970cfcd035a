import VisionConcurrency
import VisionTasks

/// Collects what a task answers in live-stream mode until the run fetches it.
final class LiveResults: Sendable {
  /// The answer to one frame.
  struct Answer: Sendable {
    let timestampInMilliseconds: Int
    let output: Result<any TaskOutput, any Error>
  }

  private let waiting = Locked<[Answer]>([])

  /// Gives the answers that came since the last call, in their order.
  func take() -> [Answer] {
    waiting.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }

  /// Keeps what a task answered for a frame.
  @Sendable func add(_ output: Result<any TaskOutput, any Error>, _ timestampInMilliseconds: Int) {
    let answer = Answer(timestampInMilliseconds: timestampInMilliseconds, output: output)
    waiting.withLock { $0.append(answer) }
  }
}
