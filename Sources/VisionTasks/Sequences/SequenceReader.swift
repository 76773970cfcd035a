import Foundation

/// Reads in a task of its own into a buffer, from the first item asked for until nobody holds the reader any more.
///
/// Sendable since everything that changes is touched under the lock only.
final class SequenceReader<Buffer: ItemBuffer>: @unchecked Sendable {
  typealias Reading = @Sendable (Buffer) async throws -> Void

  private let buffer: Buffer
  private let lock = NSLock()
  /// Given away to the task that reads, so that the source goes as soon as it is read.
  private var reading: Reading?
  private var task: Task<Void, Never>?

  /// - Parameters:
  ///   - buffer: Where the items go.
  ///   - reading: Fills the buffer until the source ends. It must not keep the reader alive.
  init(into buffer: Buffer, _ reading: @escaping Reading) {
    self.buffer = buffer
    self.reading = reading
  }

  // The task holds the buffer, not the reader: letting go of the iterator is enough to stop it.
  deinit { cancel() }

  /// Waits for the next item; nil after the last one. Cancelling stops everything at once.
  func next() async throws -> Buffer.Item? { try await next { $0 } }

  /// Waits for the next item and finishes it; nil after the last one. Cancelling stops everything at once.
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
    lock.withLock {
      guard let reading else { return }
      self.reading = nil
      task = Task { [buffer] in
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
    let task: Task<Void, Never>? = lock.withLock {
      reading = nil
      return self.task
    }
    task?.cancel()
  }
}
