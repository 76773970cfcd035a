internal import CCairo
import VisionErrors

/// Cairo, loaded by the first drawing: it depends on X11's and the fonts' libraries.
enum CairoLibrary {
  /// Where it may be, in the order of trial.
  static var candidates: [String] {
    SystemLibrary.candidates(linux: "libcairo.so.2", darwin: "libcairo.2.dylib")
  }

  /// Loads it, once in a process; cheap to call again, from any thread.
  ///
  /// A failure is not kept: after Cairo was installed, the next call succeeds.
  ///
  /// - Throws: `TasksError` with `notFoundError` when it is missing.
  static func load() throws {
    if !vision_cairo_is_loaded() { try load(oneOf: candidates) }
  }

  /// Loads the first file that is Cairo; where one is loaded already, only checks for such a file.
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
