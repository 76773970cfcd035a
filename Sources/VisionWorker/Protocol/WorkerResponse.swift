import Foundation
import VisionCore
import VisionResults
import VisionTasks

/// The first line of a worker, written when the model is loaded and the worker is ready for requests.
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

/// A worker's answer: the line that the command would write, with the request's ID.
package struct WorkerAnswerLine: Sendable {
  enum Failure {
    case none
    /// The request failed; the worker continues.
    case request(TasksError)
    case worker(TasksError)
    case invalid
  }

  private struct Head: Decodable {
    let id: Int?
    let error: ErrorReport.Details?
  }

  package let json: Data

  init(_ json: Data) { self.json = json }

  /// The error that the line reports. The ID is nil before the first request.
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
