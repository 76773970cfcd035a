import Foundation

/// What a pool's threads and its owner share: inputs that wait, and results that are not due yet.
///
/// Sendable: everything that changes is touched under the condition's lock only.
final class PoolState<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [(number: Int, input: Input)] = []
  private var done: [Int: Result<Output, any Error>] = [:]
  private var submittedCount = 0
  private var takenCount = 0
  private var isClosed = false

  var pendingCount: Int { condition.withLock { submittedCount - takenCount } }

  func submit(_ input: Input) {
    condition.withLock {
      waiting.append((submittedCount, input))
      submittedCount += 1
      condition.broadcast()
    }
  }

  /// The oldest result that was not taken yet.
  func next(waits: Bool) -> Result<Output, any Error>? {
    condition.withLock {
      while waits, takenCount < submittedCount, done[takenCount] == nil { condition.wait() }
      guard let result = done.removeValue(forKey: takenCount) else { return nil }
      takenCount += 1
      return result
    }
  }

  /// Lets the threads end after what they are at.
  func close() {
    condition.withLock {
      isClosed = true
      waiting.removeAll()
      condition.broadcast()
    }
  }

  /// A thread's life.
  func serve(_ work: (Input) throws -> Output) {
    while let (number, input) = take() {
      let result = Result { try work(input) }
      condition.withLock {
        done[number] = result
        condition.broadcast()
      }
    }
  }

  private func take() -> (number: Int, input: Input)? {
    condition.withLock {
      while waiting.isEmpty, !isClosed { condition.wait() }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }
}
