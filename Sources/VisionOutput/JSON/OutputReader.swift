import Foundation
import VisionErrors
import VisionResults
import VisionTasks

/// Reads lines of JSON Lines back.
package enum OutputReader {
  private struct Head: Decodable {
    let task: String?
  }

  /// The names of the tasks whose lines can be read.
  package static var tasks: [String] { TaskRegistry.names }

  /// What is known of a task's output before there is one; nil for an unknown task.
  package static func format(of task: String) -> OutputFormat? {
    TaskRegistry.task(task)?.format
  }

  /// Reads a line, as `FrameRecord` writes it; boxes have whole pixels then. Masks are read where the line has their values.
  ///
  /// - Parameters:
  ///   - json: The line.
  ///   - task: The task of a line without the key `task`, as older versions wrote them.
  /// - Returns: The output.
  /// - Throws: `DecodingError` for a line that is not its task's; `TasksError` with `invalidArgumentError` for an unknown task.
  package static func output(from json: Data, task: String? = nil) throws -> any TaskOutput {
    let decoder = JSONDecoder()
    let name = try decoder.decode(Head.self, from: json).task ?? task ?? ""
    guard let type = TaskRegistry.task(name) else {
      throw TasksError.invalidArgument(
        "There is no task \"\(name)\"; lines can be read of \(tasks.joined(separator: ", ")).")
    }
    return try type.output(from: json, decoder)
  }
}

extension VisionTask {
  fileprivate static func output(from json: Data, _ decoder: JSONDecoder) throws -> any TaskOutput {
    try decoder.decode(Pipeline.Output.self, from: json)
  }
}
