import Foundation
import VisionErrors

/// Publishes finished files atomically, so that no reader sees half of one.
enum AtomicFile {
  /// Writes a file's bytes through to the disk, then gives it its final name.
  ///
  /// - Parameters:
  ///   - file: A complete file in the same folder as `destination`.
  ///   - destination: Its final name; a file of this name is replaced.
  /// - Throws: `TasksError` with `resourceExhaustedError` when the disk does not take it.
  static func publish(_ file: URL, as destination: URL) throws(TasksError) {
    try flush(file.path)
    guard rename(file.path, destination.path) == 0 else { throw failure(destination.path) }
    try flush(destination.deletingLastPathComponent().path)
  }

  /// Makes a folder, and those above it, unless it is there.
  static func makeFolder(_ folder: URL) throws(TasksError) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw TasksError(
        .permissionDeniedError, "The folder \(folder.path) cannot be made: \(error.localizedDescription)")
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

/// Lets one fetch of a file run at a time, among processes and among threads.
///
/// The lock is the system's advisory one, so it ends with its holder, however that ends. Its file stays: removing it would let
/// two holders lock two different files of the same name.
enum FileLock {
  /// Runs `body` while holding the lock, waiting for it first.
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
