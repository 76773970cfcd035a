import Foundation
import VisionMedia
import VisionTasks

/// An open file, which gives a file with a non-UTF-8 name a path that is valid text.
final class OpenFile: Sendable {
  /// A path that is valid while the file is open.
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
    guard descriptor >= 0 else { throw FileFailure().reading("The file \"\(file)\"") }
  }

  deinit { close(descriptor) }
}
