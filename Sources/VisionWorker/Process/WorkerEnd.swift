import Foundation
import VisionCore

/// How a worker's process ended, for the error message.
enum WorkerEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  /// Killed because its answer took too long.
  case late(seconds: Double)
  /// Killed because it wrote an invalid answer.
  case invalidAnswer

  /// Makes the error message.
  ///
  /// - Parameters:
  ///   - name: The model's name.
  ///   - limits: The limits of the process.
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
      // A refused allocation ends a process by one of several signals, so the message names memory for all of them.
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
    case .invalidAnswer:
      return TasksError(.internalError, "\(model)'s process gave an answer that cannot be read; it was ended.")
    }
  }
}

extension Double {
  /// The number, without a decimal point if it is whole.
  fileprivate var formatted: String { self == rounded() ? String(format: "%.0f", self) : "\(self)" }
}
