import Foundation
import VisionCatalog

/// The folder with models and media that lies beside the checkout, or where VISION_SHARED says.
enum SharedFolder {
  static let skipNote = "Needs the folder `shared` beside the checkout, or its path in VISION_SHARED."

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

  static func media(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path("media/" + name))) }

  /// A catalog whose models are those of the folder, whatever this user has fetched.
  static func catalog(in folder: TemporaryFolder) throws -> ModelCatalog {
    let cache = CacheFolder(root: folder.url.appending(path: "cache"))
    try FileManager.default.createDirectory(at: cache.root, withIntermediateDirectories: true)
    if let url {
      try? FileManager.default.createSymbolicLink(at: cache.models, withDestinationURL: url.appending(path: "models"))
    }
    return ModelCatalog(entries: CatalogEntry.models, cache: cache)
  }
}
