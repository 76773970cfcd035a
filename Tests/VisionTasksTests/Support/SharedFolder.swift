import Foundation

/// The folder with models, media and MediaPipe's results that lies beside the checkout.
///
/// The product does not need it; tests that do are skipped without it, and the runner says so.
enum SharedFolder {
  static let skipNote: String =
    "Needs the folder `shared` beside the checkout, or its path in VISION_SHARED; without it nothing is compared."

  static let url: URL? = {
    if let path = ProcessInfo.processInfo.environment["VISION_SHARED"] { return URL(filePath: path) }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = package.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: folder.appending(path: "golden").path) ? folder : nil
  }()

  static var isPresent: Bool { url != nil }

  static func path(_ name: String) throws -> String {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    return url.appending(path: name).path
  }
}
