import Dispatch

extension DispatchQueue {
  /// Runs blocking work on the queue and suspends until it is done.
  package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
