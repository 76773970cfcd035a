import Foundation
import VisionErrors

/// A file that downloads fill, new or with what an earlier one left; knows which answers and bytes belong into it.
final class PartFile {
  private let file: FileHandle
  private let expectedByteCount: Int
  private let progress: @Sendable (Int) -> Void
  /// How many bytes are there; the next ones follow them.
  private(set) var byteCount: Int

  /// Opens the file, or makes it.
  ///
  /// - Parameters:
  ///   - file: Its path.
  ///   - expectedByteCount: How many bytes it has when it is whole.
  ///   - progress: Called with the number of bytes that are there whenever some came.
  /// - Throws: `TasksError` with `permissionDeniedError` when it cannot be written.
  init(_ file: URL, expectedByteCount: Int, progress: @escaping @Sendable (Int) -> Void) throws(TasksError) {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw TasksError(
        .permissionDeniedError, "\(file.path) cannot be written: \(String(cString: strerror(errno)))")
    }
    self.file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    self.expectedByteCount = expectedByteCount
    self.progress = progress
    byteCount = Int((try? self.file.seekToEnd()) ?? 0)
  }

  /// Looks whether an answer's body is what is missing; one that begins at the file's beginning replaces what is there.
  ///
  /// - Throws: `TasksError` with `dataLossError` when the server has another file or cannot go on where this one ends,
  ///   `unavailableError` when it does not give the file.
  func begin(_ answer: HTTPAnswer) throws(TasksError) {
    let range = answer.contentRange
    switch answer.status {
    case 206 where range.hasPrefix("bytes \(byteCount)-"): break
    case 200: try startOver()
    case 206, 416:
      throw TasksError(.dataLossError, "the server cannot go on after \(byteCount.counted("byte")) (\(range))")
    case let status: throw TasksError(.unavailableError, "the server answered with status \(status)")
    }
    if let announced = answer.byteCount, announced != expectedByteCount - byteCount {
      throw TasksError(
        .dataLossError, "the server has \(announced) bytes more, \(expectedByteCount - byteCount) are missing")
    }
  }

  /// Writes the next bytes.
  ///
  /// - Throws: `TasksError` with `dataLossError` when they are more than are missing, `resourceExhaustedError` when the disk
  ///   does not take them.
  func append(_ bytes: some DataProtocol) throws(TasksError) {
    guard bytes.count <= expectedByteCount - byteCount else {
      throw TasksError(.dataLossError, "the server sends more than \(expectedByteCount.counted("byte"))")
    }
    do {
      try file.write(contentsOf: bytes)
    } catch {
      throw TasksError(.resourceExhaustedError, "the file cannot be written: \(error.localizedDescription)")
    }
    byteCount += bytes.count
    progress(byteCount)
  }

  /// Asks after a transfer whether all bytes came.
  ///
  /// - Throws: `TasksError` with `unavailableError` when some are missing.
  func finish() throws(TasksError) {
    guard byteCount == expectedByteCount else {
      throw TasksError(
        .unavailableError, "the connection ended after \(byteCount) of \(expectedByteCount.counted("byte"))")
    }
  }

  /// The whole file comes, whatever was asked for.
  private func startOver() throws(TasksError) {
    byteCount = 0
    do {
      try file.truncate(atOffset: 0)
    } catch {
      throw TasksError(.resourceExhaustedError, "the file cannot be shortened: \(error.localizedDescription)")
    }
  }
}
