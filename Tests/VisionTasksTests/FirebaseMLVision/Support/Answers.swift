import FirebaseMLVision
import Foundation

/// The answers of completions, in their order. Sendable because they are touched under the lock only.
final class Answers: @unchecked Sendable {
  struct Answer {
    let objects: [VisionObject]?
    let error: (any Error)?
  }

  private let condition = NSCondition()
  private var answers: [Answer] = []

  func add(_ objects: [VisionObject]?, _ error: (any Error)?) {
    condition.withLock {
      answers.append(Answer(objects: objects, error: error))
      condition.broadcast()
    }
  }

  /// Waits, for a minute at most, until there are so many.
  func wait(for count: Int) -> [Answer] {
    let deadline = Date(timeIntervalSinceNow: 60)
    return condition.withLock {
      while answers.count < count, condition.wait(until: deadline) {}
      return answers
    }
  }
}
