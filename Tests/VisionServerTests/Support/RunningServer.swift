import Foundation
import TestSupport

@testable import VisionServer

/// A server for one test, on a free port of this machine.
final class RunningServer: Sendable {
  let client: TestClient
  let port: Int
  let ready: Server.Ready
  private let task: Task<Void, any Error>
  private let folder: TemporaryFolder

  /// - Parameter change: Changes the options.
  /// - Throws: What the server throws.
  init(_ change: (inout ServerOptions) -> Void = { _ in }) async throws {
    let folder = try TemporaryFolder()
    var options = ServerOptions()
    (options.port, options.logLevel, options.models) = (0, "critical", ["hand"])
    change(&options)
    let server = try Server(options: options, catalog: try SharedFolder.catalog(in: folder))
    let (readiness, told) = AsyncStream.makeStream(of: Server.Ready.self)
    task = Task {
      defer { told.finish() }
      try await server.run { told.yield($0) }
    }
    var iterator = readiness.makeAsyncIterator()
    guard let ready = await iterator.next() else {
      try await task.value
      throw CocoaError(.userCancelled)
    }
    self.ready = ready
    self.folder = folder
    port = ready.url.port ?? 0
    client = TestClient(ready.url, token: ready.token)
  }

  deinit { task.cancel() }

  /// Asks the server to end, as SIGTERM does.
  func beginStop() { task.cancel() }

  /// Ends the server and waits for it.
  func stop() async throws {
    task.cancel()
    try await task.value
  }
}
