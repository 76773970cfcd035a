import Foundation
import VisionCore
import VisionHTTP

/// A temporary folder with mode 0700, whose files have random names.
struct PrivateFolder: Sendable {
  let url: URL

  private static let prefix = "vision-studio-"

  /// Creates a folder in the system's temporary folder.
  ///
  /// - Throws: `TasksError` with `permissionDeniedError` when it cannot be created.
  init() throws { try self.init(in: FileManager.default.temporaryDirectory, prefix: Self.prefix) }

  /// A message with words in place of the paths of private folders and what is in them, which tell a visitor nothing.
  static func hidingPaths(in message: String) -> String {
    let start = FileManager.default.temporaryDirectory.appendingPathComponent(prefix).path
    // Paths have no blanks: random names and short ones.
    let pieces = message.components(separatedBy: start)
    return pieces.dropFirst().reduce(pieces.first ?? "") { text, piece in
      text + "a temporary file" + piece.drop { !$0.isWhitespace && !"\"',;:()".contains($0) }
    }
  }

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
