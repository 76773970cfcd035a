import Foundation
import VisionCore

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
