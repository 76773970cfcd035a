import VisionCatalog
import VisionHTTP

/// A temporary folder with mode 0700, whose files have random names.
struct PrivateFolder: Sendable {
  let url: URL
  /// Shows other servers that the one of this folder lives; the system releases it when the process ends. Nil for the
  /// folder of a visit, which is inside.
  private let lock: FileLock?

  private static let prefix = "vision-studio-"
  private static let lockName = "lock"

  /// Creates a server's folder.
  init(in parent: URL = FileManager.default.temporaryDirectory) throws {
    url = try Self.create(Self.prefix, in: parent)
    let file = url.appendingPathComponent(Self.lockName)
    // Held before it has its name, so that nobody finds it free.
    let fresh = url.appendingPathComponent(RandomToken.make())
    lock = try FileLock(ifFree: fresh)
    try FileManager.default.moveItem(at: fresh, to: file)
  }

  private init(inside parent: PrivateFolder) throws { (url, lock) = (try Self.create("", in: parent.url), nil) }

  private static func create(_ prefix: String, in parent: URL) throws -> URL {
    let url = parent.appendingPathComponent(prefix + RandomToken.make())
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw TasksError(
        .permissionDeniedError, "The folder \(url.path) cannot be created: \(error.localizedDescription)")
    }
    return url
  }

  /// Removes the folders of servers that were killed: those of this user with a lock that nobody holds. Symbolic links
  /// are not followed. What cannot be listed, locked or removed stays: a start must not fail by it.
  static func removeAbandoned(in parent: URL = FileManager.default.temporaryDirectory) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for folder in names.filter({ $0.hasPrefix(prefix) }).map(parent.appendingPathComponent) {
      let file = folder.appendingPathComponent(lockName)
      guard isOwn(folder, S_IFDIR), isOwn(file, S_IFREG), let lock = try? FileLock(ifFree: file) else { continue }
      // Another server that starts now finds the lock held.
      withExtendedLifetime(lock) { try? FileManager.default.removeItem(at: folder) }
    }
  }

  private static func isOwn(_ url: URL, _ type: mode_t) -> Bool {
    var status = stat()
    return lstat(url.path, &status) == 0 && status.st_mode & S_IFMT == type && status.st_uid == geteuid()
  }

  /// A message with words in place of the paths of private folders and what is in them, which tell a visitor nothing.
  static func hidingPaths(in message: String) -> String {
    let start = FileManager.default.temporaryDirectory.appendingPathComponent(prefix).path
    // Paths have no blanks: random names and short ones.
    let pieces = message.components(separatedBy: start)
    return pieces.dropFirst().reduce(pieces.first ?? "") { text, piece in
      text + "a temporary file" + piece.drop { !$0.isWhitespace && !"\"',;:()".contains($0) }
    }
  }

  func subfolder() throws -> PrivateFolder { try PrivateFolder(inside: self) }
  func newFile(ending: String) -> URL { url.appendingPathComponent(RandomToken.make() + "." + ending) }
  func remove() { try? FileManager.default.removeItem(at: url) }
}
