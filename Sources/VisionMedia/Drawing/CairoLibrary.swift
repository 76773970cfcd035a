internal import CCairo
import VisionCore

/// Cairo, loaded on first use because it depends on X11 and font libraries.
enum CairoLibrary {
  /// The file names to try, in order.
  static var candidates: [String] {
    SystemLibrary.candidates(linux: "libcairo.so.2", darwin: "libcairo.2.dylib")
  }

  /// Loads it once per process. Cheap to call again, from any thread. A failure is not cached.
  ///
  /// - Throws: `TasksError` with `notFoundError` when it is missing.
  static func load() throws {
    if !vision_cairo_is_loaded() { try load(oneOf: candidates) }
  }

  /// Loads the first file that is Cairo; if Cairo is loaded already, only checks that there is one.
  ///
  /// - Throws: As `load()`.
  static func load(oneOf candidates: [String]) throws {
    var reasons: [String] = []
    for file in candidates {
      guard let reason = CFailure.reason({ vision_cairo_load(file, $0, $1) }) else { return }
      reasons.append(reason)
    }
    throw TasksError.notFound(
      "Drawing needs Cairo, which cannot be loaded (\(reasons.joined(separator: "; "))); install the package libcairo2 "
        + "(Debian, Ubuntu) or cairo (Homebrew, Fedora, Arch), or run scripts/setup.")
  }
}
