import Foundation
import VisionCore

/// The user's cache folder for fetched files, following the XDG base directory specification.
public struct CacheFolder: Sendable, Hashable {
  /// The cache's root folder.
  public let root: URL

  /// Uses a given folder, which is created with the first file.
  public init(root: URL) {
    self.root = root
  }

  /// Uses `$XDG_CACHE_HOME/swift-vision-tasks`, or `~/.cache/swift-vision-tasks` when the variable is unset, empty or not an
  /// absolute path. Without `HOME`, the home folder comes from the user database.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(root: PackageCache.folder(environment: environment))
  }

  /// The folder of models.
  public var models: URL { root.appendingPathComponent("models") }
  /// The folder of sample images.
  public var samples: URL { root.appendingPathComponent("samples") }
  /// The folder of the runtime's library, which `scripts/setup` fills.
  public var libraries: URL { root.appendingPathComponent(PackageCache.librariesName) }

  /// The path of a catalog file, which need not exist yet.
  public func location(of entry: CatalogEntry) -> URL {
    (entry.kind == .model ? models : samples).appendingPathComponent(entry.fileName)
  }
}
