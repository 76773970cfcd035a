import VisionTasks

package struct WorkerReady: Codable, Hashable, Sendable {
  /// The protocol version of this package. Other versions are incompatible.
  package static let currentProtocol = 1

  /// Always true: a worker that cannot start writes an error line instead.
  package var ready = true
  package var `protocol` = currentProtocol
  package var task: String
  package var mode: String?
  /// Whether system calls are filtered, which blocks the network and other processes.
  package var sandbox: Bool
  /// Whether only the models' files and libraries can be read; nil from workers before 0.9.
  package var landlock: Bool?
  package var report: String?
  /// The names that the model knows, by task and option; nil for tasks.
  package var vocabularies: [String: [String: CategoryVocabulary]]?

  package init(task: String, mode: String?, sandbox: WorkerSandbox, report: String? = nil) {
    (self.task, self.mode) = (task, mode)
    self.sandbox = sandbox.unfilteredReason == nil
    self.landlock = sandbox.unlimitedFilesReason == nil
    self.report = report
  }
}

/// An error line of a worker: `{"id": …, "error": {"code": …, "message": …}}`.
package struct WorkerFailure: Encodable, Sendable {
  package let id: WorkerHeader.ID?
  package let error: ErrorReport.Details

  package init(id: WorkerHeader.ID?, _ error: any Error) {
    self.id = id
    self.error = ErrorReport.Details(error)
  }
}

package struct WorkerAnswerLine: Sendable {
  enum Failure {
    case none, invalid
    case request(TasksError), worker(TasksError)
  }

  private struct Head: Decodable {
    let id: Int?
    let error: ErrorReport.Details?
  }

  package let json: Data

  init(_ json: Data) { self.json = json }

  func failure(ofRequest id: Int?) -> Failure {
    guard let head = try? JSONDecoder().decode(Head.self, from: json) else { return .invalid }
    switch (head.id, head.error) {
    case (nil, let error?): return .worker(error.tasksError)
    case (id, nil): return .none
    case (id, let error?): return .request(error.tasksError)
    default: return .invalid
    }
  }

  package func output(of task: String) throws(TasksError) -> any TaskOutput {
    // The decoding error is of no use to the caller: such an answer means that the worker failed.
    if let output = try? TaskRegistry.output(from: json, task: task), output.format.task == task { return output }
    throw TasksError.internalFailure("A worker's answer is no result of the task \(task).")
  }
}
