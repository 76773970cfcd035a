import Foundation

/// The folder with models and media that lies beside the checkout, or where VISION_SHARED says.
enum SharedFolder {
  static let url: URL? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let candidates = [
      ProcessInfo.processInfo.environment["VISION_SHARED"].map { URL(fileURLWithPath: $0) },
      package.deletingLastPathComponent().appendingPathComponent("shared"),
    ]
    return candidates.compactMap { $0 }.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("media").path)
    }
  }()

  /// Tests that need the folder are skipped without it.
  static var isPresent: Bool { url != nil }

  static func path(_ folder: String, _ name: String) throws -> String {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    return url.appendingPathComponent(folder).appendingPathComponent(name).path
  }
}
