import Foundation
import MediaPipeTasksVision

/// Writes lines to a file or to standard output; a line that was written is there whatever happens next.
struct LineWriter {
  private let handle: FileHandle

  /// - Parameter path: The file, which is emptied first, or `-` for standard output.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String) throws {
    guard path != "-" else {
      handle = .standardOutput
      return
    }
    // Opened in place: Foundation's createFile puts a new file where a device or a named pipe was.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw TasksError(
        .permissionDeniedError, "\(path) cannot be written; name a file in a folder that is there and yours to write.")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Writes a line in one go, so that an interruption leaves whole lines.
  func write(_ line: String) throws { try write(contentsOf: Data((line + "\n").utf8)) }

  /// Writes bytes as they are.
  func write(contentsOf bytes: Data) throws { try handle.write(contentsOf: bytes) }
}
