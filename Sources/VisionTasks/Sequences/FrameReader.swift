import Foundation

/// Reads in a task of its own into a mailbox, from the first item asked for until nobody holds the reader any more.
///
/// Sendable since everything that changes is touched under the lock only.
final class FrameReader<Item: Sendable>: @unchecked Sendable {
  typealias Reading = @Sendable (Mailbox<Item>) async throws -> Void

  private let mailbox = Mailbox<Item>()
  private let lock = NSLock()
  /// Given away to the task that reads, so that the source goes as soon as it is read.
  private var reading: Reading?
  private var task: Task<Void, Never>?

  /// - Parameter reading: Fills the mailbox until the source ends. It must not keep the reader alive.
  init(_ reading: @escaping Reading) { self.reading = reading }

  // The task holds the mailbox, not the reader: letting go of the iterator is enough to stop it.
  deinit { cancel() }

  /// Waits for the next item and finishes it; nil after the last one. Cancelling stops everything at once.
  func next<Output>(_ finish: (Item) async throws -> Output) async throws -> Output? {
    try await withTaskCancellationHandler {
      start()
      guard let item = try await mailbox.take() else { return nil }
      return try await finish(item)
    } onCancel: {
      cancel()
    }
  }

  private func start() {
    lock.withLock {
      guard let reading else { return }
      self.reading = nil
      task = Task { [mailbox] in
        do {
          try await reading(mailbox)
          mailbox.finish(.success(()))
        } catch {
          mailbox.finish(.failure(error))
        }
      }
    }
  }

  private func cancel() {
    mailbox.close()
    let task: Task<Void, Never>? = lock.withLock {
      reading = nil
      return self.task
    }
    task?.cancel()
  }
}
