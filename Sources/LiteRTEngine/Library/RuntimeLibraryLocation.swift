import Foundation
import VisionCore

/// Where LiteRT's shared library is looked for.
package enum RuntimeLibraryLocation {
  /// Names a file to be used instead of all other places.
  package static let environmentVariable = "VISION_LITERT_LIBRARY"

  /// The library's file name on this system.
  package static var fileName: String {
    #if os(macOS) || os(iOS)
      "libLiteRt.dylib"
    #else
      "libLiteRt.so"
    #endif
  }

  /// The paths to try, in order: the environment variable alone if it is set; else beside the executable, the project's
  /// cache folder (where `scripts/setup` puts the library), and the system's folders.
  package static func candidates(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: URL? = Bundle.main.executableURL
  ) -> [String] {
    if let path = environment[environmentVariable], !path.isEmpty { return [path] }
    var folders: [String] = []
    if let executable { folders.append(executable.resolvingSymlinksInPath().deletingLastPathComponent().path) }
    folders.append(PackageCache.libraries(environment: environment).path)
    folders += ["/usr/local/lib", "/usr/lib", "/opt/homebrew/lib"]
    return folders.map { $0 + "/" + fileName }
  }

  /// Opens the first of the files that exists, if only root and the user can have put it there.
  static func open(_ candidates: [String]) throws -> RuntimeLibrary {
    guard let path = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw TasksError.notFound(
        "The LiteRT library was not found; run scripts/setup to install it, or name it in \(environmentVariable). "
          + "Looked for: \(candidates.joined(separator: ", ")).")
    }
    return try RuntimeLibrary(path: LibraryTrust().check(path))
  }
}
