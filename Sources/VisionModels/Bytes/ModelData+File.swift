import Foundation
import VisionErrors

extension ModelData {
  /// Maps a file into memory for reading; its bytes are loaded when they are first touched.
  ///
  /// The file must not be shortened while it is in use; replacing it by a new one under the same name is fine.
  ///
  /// - Parameter path: The path of a regular file that is not empty.
  /// - Throws: `TasksError` with `invalidArgumentError` for an empty path, a folder, anything else that is not a regular
  ///   file, and an empty file; `notFoundError` for a missing file; `permissionDeniedError` for one that may not be read;
  ///   `unknownError` when the system fails otherwise.
  public init(contentsOfFile path: String) throws(TasksError) {
    guard !path.isEmpty else {
      throw TasksError.invalidArgument("The path of the model file is empty; give the path of a .task or .tflite file.")
    }
    // Not blocking, so that a pipe without a writer is refused below instead of waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.openError(path: path, code: errno) }
    defer { close(descriptor) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.openError(path: path, code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw TasksError.invalidArgument("\(path) is a folder; give the path of a .task or .tflite file in it.")
    default:
      throw TasksError.invalidArgument("\(path) is not a regular file; give the path of a .task or .tflite file.")
    }
    let byteCount = Int(status.st_size)
    guard byteCount > 0 else {
      throw TasksError.invalidArgument("The model file \(path) is empty (0 bytes); fetch or copy it again.")
    }
    guard let start = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw Self.openError(path: path, code: errno)
    }
    self.init(block: MemoryBlock(adoptingMapping: UnsafeRawBufferPointer(start: start, count: byteCount)))
  }

  private static func openError(path: String, code: Int32) -> TasksError {
    switch code {
    case ENOENT, ENOTDIR:
      TasksError.notFound("There is no file at \(path); check the path or fetch the model.")
    case EACCES, EPERM:
      TasksError(.permissionDeniedError, "The file \(path) may not be read; change its permissions.")
    default:
      TasksError(.unknownError, "The file \(path) cannot be opened: \(String(cString: strerror(code))).")
    }
  }
}
