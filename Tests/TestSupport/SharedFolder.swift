import Foundation
import VisionCatalog
import VisionCore

/// The folder with models, media and MediaPipe's results: the one that `VISION_SHARED` names, else `shared` beside the checkout, else what
/// `scripts/ci/test-data` puts together in `.build/shared`. That has what may be published with the code.
///
/// The product does not need it. Tests that do carry the trait `.needs(.shared)`, and those that need more than the checkout has
/// `.needs(.unpublished)`.
package enum SharedFolder {
  /// The folder; nil when it is absent or lacks the results.
  package static let url: URL? = {
    let named = ProcessInfo.processInfo.environment["VISION_SHARED"].map { [URL(filePath: $0)] }
    let folders =
      named ?? [Checkout.url.deletingLastPathComponent().appending(path: "shared"), Checkout.file(".build/shared")]
    return folders.first { exists("golden", in: $0) }
  }()

  /// Whether the folder is there, with every model of the catalog.
  package static let isPresent =
    url.map { folder in
      CatalogEntry.models.allSatisfy { exists("models/" + $0.fileName, in: folder) }
    } ?? false

  /// Whether it also has what the checkout may not contain, such as the guides.
  package static let isWhole = isPresent && url.map { exists("seeds", in: $0) } ?? false

  private static func exists(_ name: String, in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path)
  }

  /// The path of a file or folder in it.
  ///
  /// - Throws: `CocoaError` without the folder.
  package static func path(_ name: String) throws -> String {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    return url.appending(path: name).path
  }

  /// The path of a media file.
  package static func media(_ name: String) throws -> String { try path("media/" + name) }

  /// The path of a model file.
  package static func model(_ name: String) throws -> String { try path("models/" + name) }

  /// The bytes of a media file.
  package static func mediaData(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: media(name))) }

  /// The names of the media files with one of the endings, sorted; none without the folder.
  package static func mediaNames(_ endings: String...) -> [String] {
    guard let folder = url?.appending(path: "media").path else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { endings.contains($0.fileExtension) }.sorted()
  }
}
