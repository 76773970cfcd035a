import VisionCore
import VisionTasks

/// Collects the results of live-stream mode until the run takes them.
final class LiveResults: Sendable {
  /// The result of one frame.
  struct Answer: Sendable {
    let timestampInMilliseconds: Int
    let output: Result<any TaskOutput, any Error>
  }

  private let waiting = Locked<[Answer]>([])

  /// Removes and returns the results since the last call, in order.
  func take() -> [Answer] {
    waiting.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }

  /// Adds the result of a frame.
  @Sendable func add(_ output: Result<any TaskOutput, any Error>, _ timestampInMilliseconds: Int) {
    let answer = Answer(timestampInMilliseconds: timestampInMilliseconds, output: output)
    waiting.withLock { $0.append(answer) }
  }
}
