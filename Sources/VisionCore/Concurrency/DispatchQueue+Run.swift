import Dispatch

// Work that blocks belongs on a queue: the threads of Swift concurrency are one per processor.
extension DispatchQueue {
  /// Suspends until the work has ended, also when the calling task is cancelled meanwhile.
  package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Result(catching: work)) }
    }
  }

  /// Suspends until the work has ended or the calling task is cancelled, which throws `CancellationError` at once. Work
  /// not begun by then never runs; other work can ask whether its result is still wanted before it changes any state.
  package func runUntilCancelled<Value: Sendable>(
    _ work: @escaping @Sendable (_ isWanted: () -> Bool) throws -> Value
  ) async throws -> Value {
    let waiter = Waiter<Value>()
    // The thread sanitizer does not see that work which ends before the task has suspended comes before what the task
    // does next. The lock, which the work's end has held, shows it.
    defer { _ = waiter.isWanted }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard waiter.begin(continuation) else { return }
        async {
          guard waiter.isWanted else { return }
          waiter.end(Result { try work { waiter.isWanted } })
        }
      }
    } onCancel: {
      waiter.cancel()
    }
  }

  /// A task that waits for work. The continuation is resumed outside the lock.
  private final class Waiter<Value: Sendable>: Sendable {
    private typealias Continuation = CheckedContinuation<Value, any Error>

    private let state = Locked((isCancelled: false, continuation: Continuation?.none))

    var isWanted: Bool { state.withLock { !$0.isCancelled } }

    /// Returns false, and resumes the task, if it is already cancelled.
    func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
      state.withLock { $0.continuation = continuation }
      if !isWanted { cancel() }
      return isWanted
    }

    func end(_ result: Result<Value, any Error>) { state.withLock { $0.continuation.take() }?.resume(with: result) }

    func cancel() {
      state.withLock { $0.isCancelled = true }
      end(.failure(CancellationError()))
    }
  }
}
