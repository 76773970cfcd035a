import Dispatch
import Foundation

/// Makes tasks without blocking the threads of Swift's concurrency.
enum TaskCreation {
  /// One task is made after another: reading and packing a model keeps a core busy, and many at a time would keep all.
  private static let queue = DispatchQueue(label: "com.mediapipe.tasks.vision.creation", qos: .userInitiated)

  /// Carries a copy of the options to the queue. Sendable: nobody else has the copy.
  private struct Copy<Options>: @unchecked Sendable {
    let options: Options
  }

  /// Makes what a task consists of.
  ///
  /// - Parameters:
  ///   - options: The task's options; later changes have no effect.
  ///   - make: Opens the models.
  /// - Returns: What `make` returns.
  /// - Throws: What `make` throws; `CancellationError` as soon as the calling task is cancelled.
  nonisolated(nonsending) static func run<Options: TaskOptions, Parts: Sendable>(
    _ options: Options, _ make: @escaping @Sendable (Options) throws -> Parts
  ) async throws -> Parts {
    guard let copy = options.copy() as? Options else {
      throw TasksError.internalFailure("A copy of \(type(of: options)) is another type.")
    }
    let carried = Copy(options: copy)
    return try await QueuedWork.run(on: queue) { _ in try make(carried.options) }
  }
}
