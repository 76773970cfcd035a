import Foundation

/// The folder with published models, which lies beside the checkout or where VISION_SHARED says. Tests that need it are
/// skipped, visibly, without it.
enum SharedFolder {
  static let models: URL? = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["VISION_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? root.deletingLastPathComponent().appendingPathComponent("shared")
    let models = folder.appendingPathComponent("models")
    return FileManager.default.fileExists(atPath: models.path) ? models : nil
  }()

  static var isMissing: Bool { models == nil }

  static func path(_ model: String) -> String { models?.appendingPathComponent(model).path ?? model }
}
