import VisionCore

/// The first line of a worker, written when the model is loaded and the worker is ready for requests.
package struct WorkerReady: Codable, Hashable, Sendable {
  /// The protocol version of this package. Other versions are incompatible.
  package static let currentProtocol = 1

  /// Always true: a worker that cannot start writes an error line instead.
  package var ready = true
  package var `protocol` = currentProtocol
  /// The task's name, or `inspect`.
  package var task: String
  /// `image` or `video`; nil for `inspect`.
  package var mode: String?
  /// Whether system calls are filtered, which blocks the network and other processes.
  package var sandbox: Bool
  /// Whether only the models' files and libraries can be read; nil from workers before 0.9.
  package var landlock: Bool?
  /// The model report of `inspect`; nil for tasks.
  package var report: String?

  package init(task: String, mode: String?, sandbox: WorkerSandbox, report: String? = nil) {
    self.task = task
    self.mode = mode
    self.sandbox = sandbox.unfilteredReason == nil
    self.landlock = sandbox.unlimitedFilesReason == nil
    self.report = report
  }
}

/// An error line of a worker: `{"id": …, "error": {"code": …, "message": …}}`.
package struct WorkerFailure: Encodable, Sendable {
  /// The request's ID; nil for an error that ends the worker.
  package let id: WorkerHeader.ID?
  package let error: ErrorReport.Details

  package init(id: WorkerHeader.ID?, _ error: any Error) {
    self.id = id
    self.error = ErrorReport.Details(error)
  }
}
