import Foundation

/// A folder of its own for each test, gone when the test is.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("vision-models-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = url.appendingPathComponent(name)
    try Data(bytes).write(to: path)
    return path.path
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
