import Foundation

/// A folder of one test's own, removed afterwards.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "VisionStudioTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  @discardableResult
  func write(_ bytes: Data, _ name: String) throws -> String {
    try bytes.write(to: url.appending(path: name))
    return path(name)
  }
}
