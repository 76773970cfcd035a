import VisionErrors

/// An error as a worker writes it: `{"id": …, "error": {"code": …, "message": …}}`.
package struct WorkerFailure: Codable, Hashable, Sendable {
  /// MediaPipe's number for the kind of failure, and the explanation.
  package struct Details: Codable, Hashable, Sendable {
    package let code: UInt
    package let message: String
  }

  /// The request's number; nil for a failure that ends the worker.
  package let id: Int?
  package let error: Details

  package init(id: Int?, _ error: any Error) {
    self.id = id
    let known = error as? TasksError ?? TasksError(.unknownError, error.localizedDescription)
    self.error = Details(code: known.code.rawValue, message: known.message)
  }
}

extension WorkerFailure.Details {
  /// The error that was written.
  package var tasksError: TasksError { TasksError(TasksErrorCode(rawValue: code) ?? .unknownError, message) }
}
