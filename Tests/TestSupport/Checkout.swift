import Foundation

/// The checkout that the tests were built from.
package enum Checkout {
  /// The folder with the manifest.
  package static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A file or folder of it, such as `Tests/Goldens`.
  package static func file(_ path: String) -> URL { url.appending(path: path) }
}
