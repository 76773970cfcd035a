import Foundation
import VisionErrors

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
