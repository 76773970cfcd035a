/// A lock between processes and between threads, held while the object exists: `flock`, which the system releases when
/// its holder exits. The lock file is never removed: two holders could then lock two different files of the same name.
package final class FileLock: Sendable {
  package enum Kind: Sendable {
    /// No other; the file is created if missing.
    case exclusive
    /// Others of this kind; the file has to exist.
    case shared
  }

  private let descriptor: Int32

  private init(_ file: URL, _ kind: Kind, flags: Int32) throws(TasksError) {
    descriptor =
      kind == .exclusive ? open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) : open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw TasksError(
        .permissionDeniedError, "The file \(file.path) cannot be opened: \(FileFailure().text).")
    }
    while flock(descriptor, (kind == .exclusive ? LOCK_EX : LOCK_SH) | flags) != 0 {
      let failure = FileFailure()
      guard failure.number != EINTR else { continue }
      // The object is complete, so its end closes the file.
      throw TasksError(
        failure.number == EWOULDBLOCK ? .unavailableError : .internalError,
        "The file \(file.path) cannot be locked: \(failure.text).")
    }
  }

  deinit { close(descriptor) }

  /// Takes the lock if it is free; an `unavailableError` when another holds it.
  package convenience init(ifFree file: URL, _ kind: Kind = .exclusive) throws(TasksError) {
    try self.init(file, kind, flags: LOCK_NB)
  }

  static func hold<Result>(_ file: URL, _ body: () throws(TasksError) -> Result) throws(TasksError) -> Result {
    let lock = try FileLock(file, .exclusive, flags: 0)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }
}
