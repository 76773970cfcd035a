/// What one task reads ahead, until another takes it.
protocol ItemBuffer<Item>: AnyObject, Sendable {
  associatedtype Item: Sendable

  /// Waits for the next item; nil after the last one.
  ///
  /// - Throws: How the items ended; `CancellationError` once the buffer is closed.
  func take() async throws -> Item?

  /// Says that nothing follows; an error is thrown after the items that are left.
  func finish(_ result: Result<Void, any Error>)

  /// Throws everything away, takes nothing further and wakes every waiting task.
  func close()
}
