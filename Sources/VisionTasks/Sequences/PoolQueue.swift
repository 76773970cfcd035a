import Foundation

/// The inputs of all callers that wait for a thread of a pool.
///
/// `@unchecked Sendable` is safe because mutable state is accessed under the condition's lock only, on which the
/// threads wait.
final class PoolQueue<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  /// An input, its position among its caller's inputs, and the line that receives the result.
  struct Job {
    let input: Input
    let number: Int
    let line: PoolLine<Input, Output>
  }

  private let condition = NSCondition()
  private var waiting: [Job] = []
  private var isClosed = false

  func add(_ job: Job) {
    condition.withLock {
      waiting.append(job)
      condition.signal()
    }
  }

  /// Removes the waiting inputs of a closed line.
  func removeJobs(of line: PoolLine<Input, Output>) {
    condition.withLock { waiting.removeAll { $0.line === line } }
  }

  /// Discards waiting inputs and ends the threads after their current one.
  func close() {
    condition.withLock {
      isClosed = true
      waiting.removeAll()
      condition.broadcast()
    }
  }

  /// The body of a pool's thread: processes inputs until the queue is closed.
  func serve(_ work: (Input) throws -> Output) {
    while let job = take() {
      let result = Result { try work(job.input) }
      job.line.complete(job.number, with: PoolResult(input: job.input, result: result))
    }
  }

  private func take() -> Job? {
    condition.withLock {
      while waiting.isEmpty, !isClosed { condition.wait() }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }
}
