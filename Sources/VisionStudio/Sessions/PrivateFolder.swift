import Foundation
import VisionErrors
import VisionHTTP

/// A temporary folder with mode 0700, whose files have random names.
struct PrivateFolder: Sendable {
  let url: URL

  /// Creates a folder in the system's temporary folder.
  ///
  /// - Throws: `TasksError` with `permissionDeniedError` when it cannot be created.
  init() throws { try self.init(in: FileManager.default.temporaryDirectory, prefix: "vision-studio-") }

  private init(in parent: URL, prefix: String) throws {
    url = parent.appendingPathComponent(prefix + RandomToken.make())
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw TasksError(
        .permissionDeniedError, "The folder \(url.path) cannot be created: \(error.localizedDescription)")
    }
  }

  /// Creates a subfolder.
  func subfolder() throws -> PrivateFolder { try PrivateFolder(in: url, prefix: "") }

  /// A random path for a new file.
  func newFile(ending: String) -> URL { url.appendingPathComponent(RandomToken.make() + "." + ending) }

  /// Removes the folder with everything in it.
  func remove() { try? FileManager.default.removeItem(at: url) }
}
