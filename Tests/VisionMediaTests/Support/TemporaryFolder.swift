import Foundation

/// A folder of one test's own, removed afterwards.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("VisionMediaTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  func write(_ bytes: Data, _ name: String) throws -> String {
    try bytes.write(to: url.appendingPathComponent(name))
    return path(name)
  }
}
