/// Fills a queue in a task of its own, from the first request until the reader is released.
final class SequenceReader<Item: Sendable>: Sendable {
  typealias Reading = @Sendable (BoundedQueue<Item>) async throws -> Void

  private struct State {
    /// Moved to the reading task, so that the source is released as soon as it is read.
    var reading: Reading?
    var task: Task<Void, Never>?
  }

  private let items: BoundedQueue<Item>
  private let onCancel: @Sendable () -> Void
  private let state: Locked<State>

  /// - Parameters:
  ///   - items: Receives the items; by default a queue for one.
  ///   - onCancel: Called after the queue is closed, possibly more than once; by default nothing is.
  ///   - reading: Fills the queue until the source ends. It must not retain the reader.
  init(
    into items: BoundedQueue<Item> = BoundedQueue(capacity: 1), onCancel: @escaping @Sendable () -> Void = {},
    _ reading: @escaping Reading
  ) {
    (self.items, self.onCancel) = (items, onCancel)
    state = Locked(State(reading: reading))
  }

  // The task retains the queue, not the reader: releasing the iterator stops it.
  deinit { cancel() }
  func next() async throws -> Item? { try await next { $0 } }

  /// Waits for the next item and transforms it; nil after the last one. Cancelling stops reading at once.
  func next<Output>(_ finish: (Item) async throws -> Output) async throws -> Output? {
    try await withTaskCancellationHandler {
      start()
      guard let item = try await items.next() else { return nil }
      return try await finish(item)
    } onCancel: {
      cancel()
    }
  }

  private func start() {
    state.withLock { state in
      guard let reading = state.reading else { return }
      state.reading = nil
      state.task = Task { [items] in
        do {
          try await reading(items)
          items.finish()
        } catch {
          items.finish(.failure(error))
        }
      }
    }
  }

  private func cancel() {
    items.close()
    onCancel()
    let task: Task<Void, Never>? = state.withLock { state in
      state.reading = nil
      return state.task
    }
    task?.cancel()
  }
}
