import Foundation

/// Where fetched files are kept for this user, following the XDG base directory specification.
public struct CacheFolder: Sendable, Hashable {
  /// The folder that holds all of it.
  public let root: URL

  /// Uses a folder of the caller's choice; it is made when the first file is kept.
  public init(root: URL) {
    self.root = root
  }

  /// The user's: `$XDG_CACHE_HOME/swift-vision-tasks`, or `~/.cache/swift-vision-tasks` when the variable is not set, is
  /// empty or is not an absolute path.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let base: URL
    if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
      base = URL(fileURLWithPath: path, isDirectory: true)
    } else {
      let home = environment["HOME"].map { URL(fileURLWithPath: $0, isDirectory: true) }
      base = (home ?? FileManager.default.homeDirectoryForCurrentUser).appendingPathComponent(".cache")
    }
    self.init(root: base.appendingPathComponent("swift-vision-tasks"))
  }

  /// The folder of models.
  public var models: URL { root.appendingPathComponent("models") }
  /// The folder of sample pictures.
  public var samples: URL { root.appendingPathComponent("samples") }
  /// The folder of the runtime's library, which `scripts/setup` fills.
  public var libraries: URL { root.appendingPathComponent("lib") }

  /// Where a file of the catalog is or will be.
  public func location(of entry: CatalogEntry) -> URL {
    (entry.kind == .model ? models : samples).appendingPathComponent(entry.fileName)
  }
}
