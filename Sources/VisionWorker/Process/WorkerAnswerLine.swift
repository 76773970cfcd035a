import Foundation
import VisionErrors
import VisionOutput
import VisionResults

/// A worker's answer as it came: the line that the command would write, with the request's number.
package struct WorkerAnswerLine: Sendable {
  /// What an answer says apart from a result.
  enum Failure {
    case none
    /// The request failed; the worker goes on.
    case request(TasksError)
    /// The worker ends.
    case worker(TasksError)
    /// The line is no answer to this request.
    case nonsense
  }

  private struct Head: Decodable {
    let id: Int?
    let error: WorkerFailure.Details?
  }

  /// The JSON, without its line end.
  package let json: Data

  init(_ json: Data) { self.json = json }

  func failure(ofRequest id: Int) -> Failure {
    guard let head = try? JSONDecoder().decode(Head.self, from: json) else { return .nonsense }
    switch (head.id, head.error) {
    case (id, nil): return .none
    case (id, let error?): return .request(error.tasksError)
    case (nil, let error?): return .worker(error.tasksError)
    default: return .nonsense
    }
  }

  /// Reads what the task found.
  ///
  /// - Parameter task: The worker's task.
  /// - Returns: The output.
  /// - Throws: `TasksError` with `internalError` for a line of another task.
  package func output(of task: String) throws(TasksError) -> any TaskOutput {
    // Why it cannot be read makes no difference: a worker that answers so has failed, which the error below says.
    if let output = try? OutputReader.output(from: json, task: task), output.format.task == task { return output }
    throw TasksError.internalFailure("A worker's answer is no result of the task \(task).")
  }
}
