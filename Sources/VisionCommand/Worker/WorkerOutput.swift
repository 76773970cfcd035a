import Foundation
import VisionWorker

/// The output of a worker. Descriptor 1 is redirected to standard error, so that nothing else in the process writes to it.
struct WorkerOutput {
  private let descriptor: Int32

  /// Runs a worker. An error is written as a line before it is thrown.
  static func take(_ body: (WorkerOutput) throws -> Void) throws {
    // Writing to a closed pipe becomes an error.
    signal(SIGPIPE, SIG_IGN)
    fflush(nil)
    let output = WorkerOutput(descriptor: fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
    guard output.descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw ExitStatus.readerGone }
    do {
      try body(output)
    } catch let status as ExitStatus {
      throw status
    } catch {
      try output.write(WorkerFailure(id: nil, error))
      throw error
    }
  }

  /// Writes a line.
  ///
  /// - Throws: `ExitStatus.readerGone` when the reader has closed the output.
  func write(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = try encoder.encode(value) + Data("\n".utf8)
    try line.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let left = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = Foundation.write(descriptor, left.baseAddress, left.count)
        guard count > 0 || errno == EINTR else { throw ExitStatus.readerGone }
        done += max(count, 0)
      }
    }
  }
}
