import Foundation

/// Small files that no tool of this machine has to make. Each HEIC and AVIF has 64 x 48 pixels, a colour a quarter: red, green,
/// blue, white; by libheif's own encoder.
enum FixtureFile {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  static func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }
}
