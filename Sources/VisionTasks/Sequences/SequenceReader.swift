import VisionCore

/// Items that one task reads ahead and another consumes.
protocol ItemBuffer<Item>: AnyObject, Sendable {
  associatedtype Item: Sendable

  /// Waits for the next item; nil after the last one.
  ///
  /// - Throws: The error that the items ended with; `CancellationError` once the buffer is closed.
  func take() async throws -> Item?

  /// Marks the end of the items. An error is thrown after the remaining items.
  func finish(_ result: Result<Void, any Error>)

  /// Discards everything, accepts no further items and resumes every waiting task; the consumer with
  /// `CancellationError`.
  func close()
}

extension TasksError {
  /// Two tasks wait for the next result of one iterator.
  static var takenTwice: TasksError {
    TasksError(.failedPreconditionError, "Take the results of one iterator from one task at a time.")
  }
}

/// Fills a buffer in a task of its own, from the first request until the reader is released.
final class SequenceReader<Buffer: ItemBuffer>: Sendable {
  typealias Reading = @Sendable (Buffer) async throws -> Void

  private struct State {
    /// Moved to the reading task, so that the source is released as soon as it is read.
    var reading: Reading?
    var task: Task<Void, Never>?
  }

  private let buffer: Buffer
  private let state: Locked<State>

  /// - Parameters:
  ///   - buffer: Receives the items.
  ///   - reading: Fills the buffer until the source ends. It must not retain the reader.
  init(into buffer: Buffer, _ reading: @escaping Reading) {
    self.buffer = buffer
    state = Locked(State(reading: reading))
  }

  // The task retains the buffer, not the reader: releasing the iterator stops it.
  deinit { cancel() }

  /// Waits for the next item; nil after the last one. Cancelling stops reading at once.
  func next() async throws -> Buffer.Item? { try await next { $0 } }

  /// Waits for the next item and transforms it; nil after the last one. Cancelling stops reading at once.
  func next<Output>(_ finish: (Buffer.Item) async throws -> Output) async throws -> Output? {
    try await withTaskCancellationHandler {
      start()
      guard let item = try await buffer.take() else { return nil }
      return try await finish(item)
    } onCancel: {
      cancel()
    }
  }

  private func start() {
    state.withLock { state in
      guard let reading = state.reading else { return }
      state.reading = nil
      state.task = Task { [buffer] in
        do {
          try await reading(buffer)
          buffer.finish(.success(()))
        } catch {
          buffer.finish(.failure(error))
        }
      }
    }
  }

  private func cancel() {
    buffer.close()
    let task: Task<Void, Never>? = state.withLock { state in
      state.reading = nil
      return state.task
    }
    task?.cancel()
  }
}
