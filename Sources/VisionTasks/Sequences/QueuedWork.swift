import Dispatch
import Foundation

/// One piece of work on a queue, awaited by a task that may stop waiting at any time.
///
/// Sendable since everything that changes is touched under the lock only. The task is woken outside of it.
final class QueuedWork<Output: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: CheckedContinuation<Output, any Error>?
  private var isCancelled = false

  private init() {}

  /// Does the work on the queue and waits for it, without blocking a thread.
  ///
  /// - Parameters:
  ///   - queue: Where to work; may block.
  ///   - work: Gets a question that says whether anybody still wants the outcome; asked before anything lasting is done.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError` as soon as the calling task is cancelled. Work that has not begun by
  ///   then never does.
  static func run(
    on queue: DispatchQueue, _ work: @escaping @Sendable (_ isWanted: () -> Bool) throws -> Output
  ) async throws -> Output {
    let job = QueuedWork()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting in
        if job.hold(waiting) { queue.async { job.perform(work) } }
      }
    } onCancel: {
      job.cancel()
    }
  }

  private var isWanted: Bool { lock.withLock { !isCancelled } }

  /// Notes down who waits; false when the cancellation came first.
  private func hold(_ waiting: CheckedContinuation<Output, any Error>) -> Bool {
    let isHeld = lock.withLock {
      if !isCancelled { self.waiting = waiting }
      return !isCancelled
    }
    if !isHeld { waiting.resume(throwing: CancellationError()) }
    return isHeld
  }

  private func perform(_ work: (() -> Bool) throws -> Output) {
    guard isWanted else { return }
    let result = Result { try work { isWanted } }
    takeWaiting()?.resume(with: result)
  }

  private func cancel() {
    lock.withLock { isCancelled = true }
    takeWaiting()?.resume(throwing: CancellationError())
  }

  private func takeWaiting() -> CheckedContinuation<Output, any Error>? {
    lock.withLock {
      defer { waiting = nil }
      return waiting
    }
  }
}
