import Foundation
import VisionCatalog

extension SharedFolder {
  /// A catalog whose models are those of the folder, whatever this user has fetched.
  package static func catalog(in folder: TemporaryFolder) throws -> ModelCatalog {
    let cache = CacheFolder(root: folder.url.appending(path: "cache"))
    try FileManager.default.createDirectory(at: cache.root, withIntermediateDirectories: true)
    if let url {
      try FileManager.default.createSymbolicLink(at: cache.models, withDestinationURL: url.appending(path: "models"))
    }
    return ModelCatalog(entries: CatalogEntry.models, cache: cache)
  }
}
