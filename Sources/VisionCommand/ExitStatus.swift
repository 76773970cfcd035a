import ArgumentParser
import VisionTasks

/// Exit statuses of the command.
enum ExitStatus: Int32, Error, Hashable {
  /// Success.
  case done = 0
  /// Some inputs failed, or an external error occurred.
  case someInputsFailed = 1
  /// Invalid command line.
  case wrongUsage = 2
  /// A model or the runtime library is missing or unusable.
  case unusableModel = 3
  /// The folder of a batch cannot be written, or its own files are damaged.
  case unusableFolder = 4
  /// Stopped by Ctrl-C, with pending output written; 128 + SIGINT.
  case interrupted = 130
  /// The reader of standard output closed it early; 128 + SIGPIPE.
  case readerGone = 141

  /// The status for an error that reached the top level.
  ///
  /// Failed inputs are reported where they are read, and option values are checked during parsing, so a `TasksError` here concerns
  /// the model or the runtime.
  init(_ error: any Error) {
    switch error {
    case let status as ExitStatus: self = status
    case let exit as ExitCode: self = ExitStatus(rawValue: exit.rawValue) ?? .someInputsFailed
    case is TasksError: self = .unusableModel
    default:
      switch Vision.exitCode(for: error) {
      case .success: self = .done
      case .validationFailure: self = .wrongUsage
      default: self = .someInputsFailed
      }
    }
  }
}
