import Foundation
import TestSupport
import VisionCatalog

@testable import VisionStudio

/// A page's server for one test, on a free port of this machine.
final class RunningStudio: Sendable {
  let client: StudioClient
  /// The address that was told, with the token.
  let address: URL
  /// What the token is.
  let token: String
  private let task: Task<Void, any Error>
  private let folder: TemporaryFolder

  /// - Parameters:
  ///   - change: Changes the options.
  ///   - open: Gets the file that leads a browser to the page.
  /// - Throws: What the server throws.
  init(
    _ change: (inout StudioOptions) -> Void = { _ in }, openingWith open: (@Sendable (URL) -> Void)? = nil
  ) async throws {
    let folder = try TemporaryFolder()
    var options = StudioOptions()
    options.port = 0
    options.workerExecutable = BuiltProgram.vision?.path
    options.catalog = try SharedFolder.catalog(in: folder)
    change(&options)
    let studio = try Studio(options: options)
    let (addresses, ready) = AsyncStream.makeStream(of: URL.self)
    task = Task {
      defer { ready.finish() }
      try await studio.run(onReady: { ready.yield($0) }, openingWith: open)
    }
    var iterator = addresses.makeAsyncIterator()
    guard let address = await iterator.next() else {
      try await task.value
      throw CocoaError(.userCancelled)
    }
    self.address = address
    self.folder = folder
    client = StudioClient(address)
    token = client.token ?? ""
  }

  /// A studio whose models have to be fetched first, from the shared ones.
  static func withoutModels(cachedIn folder: TemporaryFolder) async throws -> RunningStudio {
    let mirror = URL(filePath: try SharedFolder.path("models"))
    return try await RunningStudio {
      $0.catalog = ModelCatalog(entries: CatalogEntry.models, cache: CacheFolder(root: folder.url), mirror: mirror)
    }
  }

  deinit { task.cancel() }

  /// Ends the server and waits for it.
  func stop() async throws {
    task.cancel()
    try await task.value
  }
}
