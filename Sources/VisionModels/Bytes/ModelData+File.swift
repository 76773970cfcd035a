import Foundation
import VisionCore

extension ModelData {
  /// Maps a regular file into memory; its bytes are loaded when they are first touched. It must not be shortened while
  /// it is in use; replacing it by a new one under the same name is fine.
  package init(contentsOfFile path: String) throws(TasksError) {
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
    guard let mapping = FileMapping(descriptor: descriptor, byteCount: byteCount) else {
      throw Self.openError(path: path, code: errno)
    }
    self.init(block: MemoryBlock(mapping))
  }

  /// Releases the memory of a mapped file's bytes until they are read again: a compiled model has packed its weights
  /// and hardly reads the file's. Does nothing for bytes in memory of their own.
  package func releasePages() { block.mapping?.releasePages(of: range) }

  /// A copy with little-endian numbers, and then longer pieces, written over it at their positions. It is at least as
  /// large; bytes after the original's are 0. Of a mapped file, only the pages that are written are copied.
  package func writing(
    _ numbers: [(position: Int, value: UInt32)], _ pieces: [(position: Int, piece: BytePiece)] = [], byteCount: Int
  ) -> ModelData {
    if let file = block.mapping,
      let mapping = FileMapping(changing: file, range: range, byteCount: byteCount, numbers: numbers, pieces: pieces)
    {
      return ModelData(block: MemoryBlock(mapping))
    }
    return ModelData(
      block: MemoryBlock(byteCount: byteCount) { copy in
        withUnsafeBytes { copy.copyMemory(from: $0) }
        for number in numbers {
          copy.storeBytes(of: number.value.littleEndian, toByteOffset: number.position, as: UInt32.self)
        }
        for (position, piece) in pieces { piece.write(to: copy[position...]) }
      })
  }

  private static func openError(path: String, code: Int32) -> TasksError {
    switch code {
    case ENOENT, ENOTDIR: .missingFile(path, advice: "check the path or fetch the model.")
    case EACCES, EPERM: TasksError(.permissionDeniedError, "The file \(path) may not be read; change its permissions.")
    default: TasksError(.unknownError, "The file \(path) cannot be opened: \(String(cString: strerror(code))).")
    }
  }
}
