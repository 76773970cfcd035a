/// A file that is written under a hidden name and renamed when complete; one that is not published is removed.
package final class UnfinishedFile {
  package let path: String
  package let descriptor: Int32
  private let destination: String
  private var isUnfinished = true

  /// Creates the file beside its destination, with the permissions of an older one. In another folder only its owner
  /// may read it. A symbolic link at the destination is replaced, not followed.
  package init(for destination: String, in folder: String? = nil) throws(FileFailure) {
    self.destination = destination
    let place = folder ?? destination.parentPath
    path = place.appendingPath(Self.hiddenName(for: destination))
    let path = path
    let mode: mode_t = folder == nil ? 0o666 : 0o600
    descriptor = try UnfinishedFiles.shared.create(path) { () throws(FileFailure) in
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw FileFailure() }
      return descriptor
    }
    var older = stat()
    if folder == nil, lstat(destination, &older) == 0, older.st_mode & S_IFMT == S_IFREG {
      // Changing the owner succeeds for root only.
      _ = fchown(descriptor, older.st_uid, older.st_gid)
      _ = fchmod(descriptor, older.st_mode & 0o777)
    }
  }

  /// The folder of files without a name, in messages.
  package static var temporaryFolder: String {
    "The temporary folder \(FileManager.default.temporaryDirectory.path) (set TMPDIR for another)"
  }

  /// A file without a name in the temporary folder, which disappears with the process.
  package static func unnamed() throws(FileFailure) -> UnfinishedFile {
    let file = try UnfinishedFile(for: "vision", in: FileManager.default.temporaryDirectory.path)
    file.discard()
    return file
  }

  deinit {
    discard()
    close(descriptor)
  }

  /// A unique hidden name with the start of the destination's name, so as not to exceed the maximum length.
  static func hiddenName(for destination: String) -> String {
    let start = String(decoding: destination.lastPathPart.utf8.prefix(64), as: UTF8.self)
    return ".\(start).\(UUID().uuidString.prefix(8))\(ending)"
  }

  package func publish() throws(FileFailure) {
    try UnfinishedFiles.shared.publish(path, as: destination)
    isUnfinished = false
  }

  /// Renames the file to its destination so that it is there after a power failure, too.
  package func publishDurably() throws(FileFailure) {
    #if canImport(Darwin)
      // There `fsync` leaves the contents in the disk's cache. Not all file systems have the stronger call.
      let isFlushed = fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
    #else
      let isFlushed = fsync(descriptor) == 0
    #endif
    guard isFlushed else { throw FileFailure() }
    try publish()
    try DurableFolder.flush(destination.parentPath)
  }

  package static func isHiddenName(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: ".") && name.hasSuffix(Self.ending)
  }

  private static let ending = ".partial"

  package func discard() {
    guard isUnfinished else { return }
    isUnfinished = false
    UnfinishedFiles.shared.remove(path)
  }
}

/// The temporary paths of all files that are being written. All code that creates, renames or removes such files uses
/// this class, so that none appears after `removeAll()`, by which a process that must exit at once removes them.
/// `@unchecked Sendable` is safe because the paths are accessed under the lock. It is an `NSLock` rather than `Locked`
/// because `removeAll()` acquires it with a timeout.
package final class UnfinishedFiles: @unchecked Sendable {
  package static let shared = UnfinishedFiles()
  /// How long `removeAll()` waits for a write or rename in progress, in seconds.
  private static let timeout: TimeInterval = 1
  private let lock = NSLock()
  private var paths: Set<String> = []

  package init() {}

  package func create<Value, Failure>(_ path: String, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    try withoutEnd { () throws(Failure) in
      let value = try make()
      paths.insert(path)
      return value
    }
  }

  package func publish(_ path: String, as destination: String) throws(FileFailure) {
    try withoutEnd { () throws(FileFailure) in
      guard rename(path, destination) == 0 else { throw FileFailure() }
      paths.remove(path)
    }
  }

  package func remove(_ path: String) {
    lock.withLock {
      unlink(path)
      paths.remove(path)
    }
  }

  package func keep(_ path: String) { _ = lock.withLock { paths.remove(path) } }

  /// Runs a short operation that `removeAll()` must not interrupt, such as writing a line.
  package func withoutEnd<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Removes all files before the process exits. It keeps the lock, so that no other thread creates or renames one.
  package func removeAll() {
    guard lock.lock(before: Date(timeIntervalSinceNow: Self.timeout)) else { return }
    for path in paths { unlink(path) }
  }
}
