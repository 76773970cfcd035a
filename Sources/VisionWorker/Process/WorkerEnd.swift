import Foundation
import VisionErrors

/// How a worker's process ended, for the error that its user gets.
enum WorkerEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  /// It was ended because its answer took too long.
  case late(seconds: Double)
  /// It wrote what is no answer, and was ended.
  case nonsense

  /// The error.
  ///
  /// - Parameters:
  ///   - name: What the user calls the model.
  ///   - limits: The limits that the process had.
  /// - Returns: An error whose message names the model and how its process ended.
  func error(model name: String, limits: WorkerLimits) -> TasksError {
    let model = "\"\(name)\""
    let memory = "\(limits.memoryMegabytes) MB of memory"
    switch self {
    case .signalled(SIGXCPU):
      return TasksError(
        .resourceExhaustedError,
        "\(model) used more than \(limits.processorSeconds) seconds of processor time; its process was ended.")
    case .signalled(let number):
      // The system names a signal "Killed"; memory that is refused ends a process by one of several.
      return TasksError(
        .abortedError,
        "\(model) ended its process by signal \(number) (\(String(cString: strsignal(number)))): it is damaged, made for another "
          + "purpose, or needs more than \(memory).")
    case .exited(let status):
      return TasksError(
        .abortedError,
        "\(model) ended its process with status \(status): it is damaged, made for another purpose, or needs more than \(memory)."
      )
    case .late(let seconds):
      return TasksError(
        .deadlineExceededError,
        "\(model) took longer than \(seconds.formatted) seconds for an answer; its process was ended.")
    case .nonsense:
      return TasksError(.internalError, "\(model)'s process gave an answer that cannot be read; it was ended.")
    }
  }
}

extension Double {
  /// Whole numbers without a decimal point.
  fileprivate var formatted: String { self == rounded() ? String(format: "%.0f", self) : "\(self)" }
}
