import Foundation
import VisionPackage

/// Where fetched files are kept for this user, following the XDG base directory specification.
public struct CacheFolder: Sendable, Hashable {
  /// The folder that holds all of it.
  public let root: URL

  /// Uses a folder of the caller's choice; it is made when the first file is kept.
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

  /// Where a file of the catalog is or will be.
  public func location(of entry: CatalogEntry) -> URL {
    (entry.kind == .model ? models : samples).appendingPathComponent(entry.fileName)
  }
}
