import Foundation
import VisionErrors

/// The folder with models, media and MediaPipe's results: the one that `VISION_SHARED` names, else `shared` beside the checkout.
///
/// The product does not need it. Tests that do carry the trait `.needs(.shared)`.
package enum SharedFolder {
  /// The folder; nil when it is absent or lacks the results.
  package static let url: URL? = {
    let named = ProcessInfo.processInfo.environment["VISION_SHARED"].map { URL(filePath: $0) }
    let folder = named ?? Checkout.url.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: folder.appending(path: "golden").path) ? folder : nil
  }()

  /// Whether the folder is there.
  package static var isPresent: Bool { url != nil }

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
