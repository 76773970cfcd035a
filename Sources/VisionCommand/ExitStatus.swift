import ArgumentParser
import VisionTasks

/// How the command ends.
enum ExitStatus: Int32, Error, Hashable {
  /// Everything was done.
  case done = 0
  /// Some inputs failed, or something outside the command's control.
  case someInputsFailed = 1
  /// The command line is wrong.
  case wrongUsage = 2
  /// A model or the runtime library is missing or unusable.
  case unusableModel = 3
  /// The run was ended by Ctrl-C after finishing what it had; the shells' number for it.
  case interrupted = 130
  /// The reader of standard output went away before the end; the shells' number for it.
  case readerGone = 141

  /// What an error that reached the top stands for.
  ///
  /// Inputs that fail are reported where they are read. A `TasksError` that comes up to here is about the model or the
  /// runtime, since the values of the options were checked with the command line.
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
