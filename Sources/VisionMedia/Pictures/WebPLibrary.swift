internal import CVisionWebP
import Foundation
import VisionErrors

/// libwebpdemux, loaded by the first animated WebP file and not before.
///
/// `@unchecked Sendable` is safe because the lock guards the only property that changes.
final class WebPLibrary: @unchecked Sendable {
  static let system = WebPLibrary(
    candidates: SystemLibrary.candidates(linux: "libwebpdemux.so.2", darwin: "libwebpdemux.2.dylib"))

  private let candidates: [String]
  private let lock = NSLock()
  private var webP: OpaquePointer?

  /// - Parameter candidates: Files to try one after the other, as the system's loader knows them.
  init(candidates: [String]) { self.candidates = candidates }

  /// Loads the library, once; cheap to call again, from any thread. A failure is not kept.
  ///
  /// - Throws: `TasksError` with `notFoundError` when none of the files is there and libwebpdemux.
  func load() throws -> OpaquePointer {
    try lock.withLock {
      if let webP { return webP }
      let loaded = try SystemLibrary.open(candidates, vision_webp_open) { reasons in
        "Animated WebP files need libwebpdemux, which cannot be loaded (\(reasons)); install the package libwebpdemux2 "
          + "(Debian, Ubuntu), libwebp (Fedora, Arch) or webp (Homebrew), or run scripts/setup."
      }
      webP = loaded
      return loaded
    }
  }
}
