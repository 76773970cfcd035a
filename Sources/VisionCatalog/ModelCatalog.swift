// The types of this module's API: files and errors.
@_exported import Foundation
@_exported import VisionCore

/// The catalog of models and samples: their sources and their place in the cache.
public struct ModelCatalog: Sendable {
  /// The environment variable that names a folder with files of the catalog, tried before the network.
  public static let mirrorVariable = "VISION_MODELS_MIRROR"
  /// All files, models first.
  public let entries: [CatalogEntry]
  /// The cache of fetched files.
  public let cache: CacheFolder
  /// A local folder with some of the files under their names; nil for none.
  public let mirror: URL?

  /// Creates the catalog with the user's cache folder and the mirror folder from the environment.
  ///
  /// - Parameter environment: Provides `VISION_MODELS_MIRROR`, `XDG_CACHE_HOME` and `HOME`; the process's environment
  ///   by default.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let mirror = environment[Self.mirrorVariable].flatMap { $0.isEmpty ? nil : URL(literalPath: $0) }
    self.init(
      entries: CatalogEntry.models + CatalogEntry.images, cache: CacheFolder(environment: environment), mirror: mirror)
  }

  /// Creates a catalog with other entries.
  public init(entries: [CatalogEntry], cache: CacheFolder, mirror: URL? = nil) {
    (self.entries, self.cache, self.mirror) = (entries, cache, mirror)
  }

  /// Finds an entry by name.
  ///
  /// - Throws: `TasksError` with `notFoundError` for an unknown name; the message lists the names.
  public func entry(named name: String) throws(TasksError) -> CatalogEntry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      let names = entries.map(\.name).joined(separator: ", ")
      throw TasksError.notFound("There is no \(name.shownPath) in the catalog; it has \(names).")
    }
    return entry
  }

  /// Whether a file of the right size, or a link to one, is in the cache. Its hash was verified when it was fetched.
  public func isCached(_ entry: CatalogEntry) -> Bool {
    FileDigest.size(of: cache.location(of: entry)) == entry.byteCount
  }

  /// Returns the path of a cached file.
  ///
  /// - Throws: `TasksError` with `notFoundError` for an unknown name, or for a file that is not fetched; the message
  ///   then has the command that fetches it.
  public func path(of name: String) throws(TasksError) -> String {
    let entry = try entry(named: name)
    guard isCached(entry) else { throw .notFound("\(name) has not been fetched; run: \(entry.fetchCommand)") }
    return cache.location(of: entry).path
  }

  /// Returns the path of a model, given by its name in the catalog or by a path.
  ///
  /// Catalog names have precedence; use `./name` for a file of the same name.
  ///
  /// - Throws: `TasksError` with `notFoundError` for a catalog model that is not fetched, and for what is neither in
  ///   the catalog nor a file.
  public func resolve(_ nameOrPath: String) throws(TasksError) -> String {
    if entries.contains(where: { $0.name == nameOrPath }) { return try path(of: nameOrPath) }
    guard FileManager.default.fileExists(atPath: nameOrPath) else {
      let names = entries.filter { $0.kind == .model }.map(\.name).joined(separator: ", ")
      let shown = nameOrPath.isEmpty ? "The empty name" : nameOrPath.shownPath
      throw .notFound("\(shown) is neither a file nor a model of the catalog, which has \(names).")
    }
    return nameOrPath
  }
}

/// The user's cache folder for fetched files, following the XDG base directory specification.
public struct CacheFolder: Sendable, Hashable {
  /// The cache's root folder.
  public let root: URL

  /// Uses a given folder, which is created with the first file.
  public init(root: URL) { self.root = root }

  /// Uses `$XDG_CACHE_HOME/swift-vision-tasks`, or `~/.cache/swift-vision-tasks` when the variable is unset, empty or
  /// not an absolute path. Without `HOME`, the home folder comes from the user database.
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
