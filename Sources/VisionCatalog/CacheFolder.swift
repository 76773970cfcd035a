import Foundation
import VisionPackage

/// The user's cache folder for fetched files, following the XDG base directory specification.
public struct CacheFolder: Sendable, Hashable {
  /// The cache's root folder.
  public let root: URL

  /// Uses a folder of the caller's choice; it is created with the first file.
  public init(root: URL) {
    self.root = root
  }

  /// The user's: `$XDG_CACHE_HOME/swift-vision-tasks`, or `~/.cache/swift-vision-tasks` when the variable is not set, is
  /// empty or is not an absolute path. Without `HOME` the home folder is the one of the user database.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(root: PackageCache.folder(environment: environment))
  }

  /// The folder of models.
  public var models: URL { root.appendingPathComponent("models") }
  /// The folder of sample images.
  public var samples: URL { root.appendingPathComponent("samples") }
  /// The folder of the runtime's library, which `scripts/setup` fills.
  public var libraries: URL { root.appendingPathComponent(PackageCache.librariesName) }

  /// The location of a file of the catalog, which need not exist yet.
  public func location(of entry: CatalogEntry) -> URL {
    (entry.kind == .model ? models : samples).appendingPathComponent(entry.fileName)
  }
}
