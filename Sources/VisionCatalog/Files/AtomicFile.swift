import Foundation
import VisionErrors

/// Publishes files atomically, so that no reader sees a partial one.
enum AtomicFile {
  /// Flushes a file to disk, then renames it.
  ///
  /// - Parameters:
  ///   - file: A complete file in the same folder as `destination`.
  ///   - destination: Its final path; an existing file is replaced.
  /// - Throws: `TasksError` with `resourceExhaustedError` when that fails.
  static func publish(_ file: URL, as destination: URL) throws(TasksError) {
    try flush(file.path)
    guard rename(file.path, destination.path) == 0 else { throw failure(destination.path) }
    try flush(destination.deletingLastPathComponent().path)
  }

  /// Creates a folder and its parents if missing.
  static func makeFolder(_ folder: URL) throws(TasksError) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw TasksError(
        .permissionDeniedError, "The folder \(folder.path) cannot be created: \(error.localizedDescription)")
    }
  }

  private static func flush(_ path: String) throws(TasksError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> TasksError {
    TasksError(.resourceExhaustedError, "\(path) cannot be written: \(String(cString: strerror(errno))).")
  }
}

/// Serializes fetches of a file, between processes and between threads.
///
/// It is an advisory lock (`flock`), which the system releases when its holder exits. The lock file is never removed: otherwise two
/// holders could lock two different files of the same name.
enum FileLock {
  /// Waits for the lock and runs `body` while holding it.
  static func hold<Result>(_ file: URL, _ body: () throws(TasksError) -> Result) throws(TasksError) -> Result {
    let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw TasksError(
        .permissionDeniedError, "The file \(file.path) cannot be written: \(String(cString: strerror(errno))).")
    }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        throw TasksError(.internalError, "The file \(file.path) cannot be locked: \(String(cString: strerror(errno))).")
      }
    }
    return try body()
  }
}
