import Foundation

/// The inputs that wait for a thread of a pool, whoever handed them over.
///
/// Sendable: everything that changes is touched under the condition's lock only.
final class PoolQueue<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  /// One input, and where its result goes.
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

  /// Forgets the inputs whose results nobody wants any more.
  func removeJobs(of line: PoolLine<Input, Output>) {
    condition.withLock { waiting.removeAll { $0.line === line } }
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
