/// How responses and lines of JSON report an error: `{"error": {"code": …, "message": …}}`.
package struct ErrorReport: Codable, Hashable, Sendable {
  /// MediaPipe's error code, and the message.
  package struct Details: Codable, Hashable, Sendable {
    package let code: UInt
    package let message: String

    /// An error of another type than `TasksError` has the code of an unknown one.
    package init(_ error: any Error) {
      let known = error as? TasksError ?? TasksError(.unknownError, error.localizedDescription)
      (code, message) = (known.code.rawValue, known.message)
    }

    /// The error.
    package var tasksError: TasksError { TasksError(TasksErrorCode(rawValue: code) ?? .unknownError, message) }
  }

  package let error: Details

  package init(_ error: any Error) { self.error = Details(error) }
}
