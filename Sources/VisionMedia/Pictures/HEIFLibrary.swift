internal import CVisionHEIF
import Foundation
import VisionErrors

/// libheif, loaded by the first HEIC or AVIF image and not before.
///
/// `@unchecked Sendable` is safe because the lock guards the only property that changes.
final class HEIFLibrary: @unchecked Sendable {
  static let system = HEIFLibrary(
    candidates: SystemLibrary.candidates(linux: "libheif.so.1", darwin: "libheif.1.dylib"))

  private let candidates: [String]
  private let lock = NSLock()
  private var heif: OpaquePointer?

  /// - Parameter candidates: Files to try one after the other, as the system's loader knows them.
  init(candidates: [String]) { self.candidates = candidates }

  /// Loads the library, once; cheap to call again, from any thread. A failure is not kept.
  ///
  /// - Throws: `TasksError` with `notFoundError` when none of the files is there and libheif.
  func load() throws -> OpaquePointer {
    try lock.withLock {
      if let heif { return heif }
      let loaded = try SystemLibrary.open(candidates, vision_heif_open) { reasons in
        "HEIC and AVIF images need libheif, which cannot be loaded (\(reasons)); install the package libheif1 (Debian, "
          + "Ubuntu) or libheif (Homebrew, Fedora, Arch), or run scripts/setup."
      }
      heif = loaded
      return loaded
    }
  }
}
