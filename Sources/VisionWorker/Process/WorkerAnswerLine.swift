import Foundation
import VisionCore
import VisionResults
import VisionTasks

/// A worker's answer: the line that the command would write, with the request's ID.
package struct WorkerAnswerLine: Sendable {
  /// The error that an answer reports.
  enum Failure {
    case none
    /// The request failed; the worker continues.
    case request(TasksError)
    /// The worker ends.
    case worker(TasksError)
    /// The line is no answer to this request.
    case invalid
  }

  private struct Head: Decodable {
    let id: Int?
    let error: ErrorReport.Details?
  }

  /// The JSON without its line feed.
  package let json: Data

  init(_ json: Data) { self.json = json }

  /// The error that the line reports.
  ///
  /// - Parameter id: The request's ID; nil before the first request.
  /// - Returns: The error, `none` for an answer, or `invalid`.
  func failure(ofRequest id: Int?) -> Failure {
    guard let head = try? JSONDecoder().decode(Head.self, from: json) else { return .invalid }
    switch (head.id, head.error) {
    case (nil, let error?): return .worker(error.tasksError)
    case (id, nil): return .none
    case (id, let error?): return .request(error.tasksError)
    default: return .invalid
    }
  }

  /// Decodes the task's output.
  ///
  /// - Parameter task: The worker's task.
  /// - Returns: The output.
  /// - Throws: `TasksError` with `internalError` for a line of another task.
  package func output(of task: String) throws(TasksError) -> any TaskOutput {
    // The decoding error is of no use to the caller: such an answer means that the worker failed.
    if let output = try? TaskRegistry.output(from: json, task: task), output.format.task == task { return output }
    throw TasksError.internalFailure("A worker's answer is no result of the task \(task).")
  }
}
