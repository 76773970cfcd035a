import Foundation
import VisionTasks

/// A file that is kept open, so that one whose name is not UTF-8 has a path for code that takes text.
final class OpenFile: Sendable {
  /// A path that works as long as the file is open.
  var path: String {
    #if os(Linux)
      "/proc/self/fd/\(descriptor)"
    #else
      "/dev/fd/\(descriptor)"
    #endif
  }

  private let descriptor: Int32

  /// - Throws: `TasksError` with `permissionDeniedError` for a file that cannot be opened.
  init(_ file: RawPath) throws {
    descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw TasksError(
        .permissionDeniedError, "The file \"\(file)\" cannot be read: \(String(cString: strerror(errno))).")
    }
  }

  deinit { close(descriptor) }
}
