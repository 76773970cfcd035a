import Dispatch
import VisionCore

/// Work on a dispatch queue, awaited by a task that can be cancelled at any time.
///
/// The continuation is resumed outside the lock.
final class QueuedWork<Output: Sendable>: Sendable {
  private struct State {
    var waiting: CheckedContinuation<Output, any Error>?
    var isCancelled = false
  }

  private let state = Locked(State())

  private init() {}

  /// Runs work on a queue and awaits it without blocking a thread.
  ///
  /// - Parameters:
  ///   - queue: The queue; the work may block it.
  ///   - work: Receives a function that returns whether the result is still wanted; call it before changing any state.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError` as soon as the calling task is cancelled. Work that has not
  ///   begun by then never runs.
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

  private var isWanted: Bool { state.withLock { !$0.isCancelled } }

  /// Stores the continuation. Returns false if the task is already cancelled.
  private func hold(_ waiting: CheckedContinuation<Output, any Error>) -> Bool {
    let isHeld = state.withLock { state in
      if !state.isCancelled { state.waiting = waiting }
      return !state.isCancelled
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
    state.withLock { $0.isCancelled = true }
    takeWaiting()?.resume(throwing: CancellationError())
  }

  private func takeWaiting() -> CheckedContinuation<Output, any Error>? {
    state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
  }
}
