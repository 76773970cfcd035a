import Foundation
import VisionCore

/// An output that was opened and cannot be written any more.
struct LostOutput: LocalizedError {
  let message: String
  /// Whether the reader of standard output has closed it, as `head` does.
  var isReaderGone = false

  var errorDescription: String? { message }
  var status: ExitStatus { isReaderGone ? .readerGone : .someInputsFailed }
}

/// The outputs that a run has lost while it writes the others.
final class LostOutputs {
  /// The status of the run; nil while nothing is lost. A reader that is gone decides, as it does for all commands.
  private(set) var status: ExitStatus?

  /// Reports a loss, and goes on.
  func surviving(_ body: () throws -> Void) rethrows {
    do { try body() } catch let lost as LostOutput {
      if !lost.isReaderGone { StandardError.printLine(lost.message) }
      if status != .readerGone { status = lost.status }
    }
  }
}
