import Foundation
import VisionWorker

/// A worker's lines. Standard output is taken away from everything else in the process, which gets standard error for it.
struct WorkerOutput {
  private let descriptor: Int32

  /// Runs a worker; an error is a line before it is thrown.
  static func take(_ body: (WorkerOutput) throws -> Void) throws {
    // A reader that is gone is an error of the next line.
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
  /// - Throws: `ExitStatus.readerGone` when nobody reads any more.
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
