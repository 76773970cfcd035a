import Foundation
import VisionErrors

/// Puts finished files in their place so that nobody ever sees half of one.
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
