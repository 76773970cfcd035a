import LiteRTEngine
import VisionWorker

/// What a worker does before it opens a model.
enum WorkerEntry {
  /// Takes the limits and enters the sandbox.
  ///
  /// - Returns: Whether system calls are filtered; if not, standard error says why.
  /// - Throws: `TasksError` for a limit that the system refuses.
  static func enter(_ limits: WorkerLimits) throws -> Bool {
    RuntimeLog.openNullDevice()
    let reason = try limits.enter()
    if let reason {
      StandardError.print(
        "Warning: this worker has its limits, but the network and files are within its reach: \(reason).")
    }
    try limits.armProcessorTime()
    return reason == nil
  }

  /// The first line.
  static func ready(_ task: String, mode: String?, sandbox: Bool, report: String? = nil) -> WorkerReady {
    WorkerReady(task: task, mode: mode, sandbox: sandbox, report: report)
  }
}
