import Dispatch
import Foundation
import VisionCore

/// The implementation of a task of MediaPipe's API; the task's class adds the method names.
struct TaskParts<Task: VisionTask & AnyObject>: Sendable {
  let runner: VisionTaskRunner<Task.Pipeline>
  let listener: LiveStreamListener<Task>
  let unheardResults: UnheardResults

  /// Checks the options and opens the models.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - delegate: Receives the results of live-stream mode; nil in the other modes.
  ///   - method: The delegate's method, for the warning about a delegate without it.
  ///   - deliver: Calls the delegate's method.
  /// - Throws: `TasksError` for an option outside its range and for models that are missing or unusable.
  init<Delegate>(
    _ options: Task.Options, delegate: Delegate?, method: String,
    deliver: @escaping @Sendable (Delegate, Task, LiveStreamAnswer<Task.Pipeline.Output>) -> Void
  ) throws {
    try Task.validate(options)
    let unheardResults = UnheardResults(task: Task.descriptor.swift.type, method: method)
    let listener = LiveStreamListener<Task>(unheardResults, delegate as AnyObject?)
    self.unheardResults = unheardResults
    self.listener = listener
    runner = VisionTaskRunner(
      pipeline: try Task.makePipeline(options, recorder: nil), mode: options.runningMode, taskName: Task.descriptor.name
    ) { result, timestamp in
      listener.notify { (delegate: Delegate, task: Task) in deliver(delegate, task, LiveStreamAnswer(result, timestamp))
      }
    }
  }
}

/// Makes tasks without blocking the threads of Swift concurrency.
enum TaskCreation {
  /// Serial, because reading and packing a model keeps one core busy.
  private static let queue = DispatchQueue(label: "com.mediapipe.tasks.vision.creation", qos: .userInitiated)

  /// Transfers a copy of the options to the queue. `@unchecked Sendable` is safe because the copy has no other
  /// reference.
  private struct Copy<Options>: @unchecked Sendable {
    let options: Options
  }

  /// Makes the parts of a task.
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
    let transferred = Copy(options: copy)
    return try await queue.runUntilCancelled { _ in try make(transferred.options) }
  }
}
