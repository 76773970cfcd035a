import Foundation
import VisionModels

/// The published models beside the checkout; tests that need them are skipped without, and the runner says so.
enum SharedModels {
  static let skipNote = "Needs the folder `shared` beside the checkout, or its path in VISION_SHARED."

  static let folder: URL? = {
    let shared =
      ProcessInfo.processInfo.environment["VISION_SHARED"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "shared")
    let models = shared.appending(path: "models")
    return FileManager.default.fileExists(atPath: models.path) ? models : nil
  }()

  static var isPresent: Bool { folder != nil }

  /// A model file, or the member of a bundle that the path names: `pose.task/pose_detector.tflite`.
  static func data(_ path: String) throws -> ModelData {
    let parts = path.split(separator: "/").map(String.init)
    guard let folder, let file = parts.first else { throw CocoaError(.fileNoSuchFile) }
    return try parts.dropFirst().reduce(ModelData(contentsOfFile: folder.appending(path: file).path)) {
      try TaskBundle($0).member(named: $1)
    }
  }
}
