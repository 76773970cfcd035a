import NIOCore

extension ConnectionTable {
  /// Runs work for a request, cancelled when its client closes the connection.
  ///
  /// A client that closes only its sending side still waits for the response; `ConnectionWatch` tells it from one that is gone.
  ///
  /// - Parameters:
  ///   - channel: The request's connection.
  ///   - work: The work.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError` when the client is gone.
  package func whileOpen<Value: Sendable>(
    _ channel: any Channel, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let number = add(to: channel) { task.cancel() }
    defer { removeWork(number, of: channel) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Closes a connection after the maximum time of a body, unless that is cancelled.
  ///
  /// - Parameters:
  ///   - channel: The request's connection.
  ///   - length: The body's length in bytes.
  /// - Returns: The plan to close it, to be cancelled when the body was received.
  package func close(_ channel: any Channel, unlessReceived length: Int) -> Scheduled<Void> {
    let seconds = limits.wholeBodySeconds + Double(length) / limits.wholeBodyBytesPerSecond
    return channel.eventLoop.scheduleTask(in: .milliseconds(Int64(seconds * 1000))) { channel.close(promise: nil) }
  }
}
