import Foundation

/// The version of this package.
package enum PackageVersion {
  /// `scripts/release` compares it with CHANGELOG.md and the names of archives, the scripts that make wheels with
  /// Python's packages.
  package static let current = "0.9.0"
}

package enum PackageCache {
  /// The package's cache folder by the XDG base directory specification: `$XDG_CACHE_HOME/swift-vision-tasks`, else
  /// `~/.cache/swift-vision-tasks`. A variable that is empty or not an absolute path counts as unset. Without `HOME`,
  /// as under cron and systemd, the home folder comes from the user database.
  package static func folder(environment: [String: String]) -> URL {
    let cache =
      absolute(environment["XDG_CACHE_HOME"])
      ?? (absolute(environment["HOME"]) ?? FileManager.default.homeDirectoryForCurrentUser)
      .appendingPathComponent(".cache", isDirectory: true)
    return cache.appendingPathComponent("swift-vision-tasks", isDirectory: true)
  }

  /// The subfolder of the runtime's library, which `scripts/setup` fills.
  package static func libraries(environment: [String: String]) -> URL {
    folder(environment: environment).appendingPathComponent(librariesName, isDirectory: true)
  }

  package static let librariesName = "lib"

  private static func absolute(_ path: String?) -> URL? {
    path.flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
  }
}
