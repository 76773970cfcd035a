import Foundation
import VisionCore
import VisionResults
import VisionTasks

/// Decodes lines of JSON Lines.
package enum OutputReader {
  private struct Head: Decodable {
    let task: String?
  }

  /// The names of the supported tasks.
  package static var tasks: [String] { TaskRegistry.names }

  /// The format of a task's output; nil for an unknown task.
  package static func format(of task: String) -> OutputFormat? {
    TaskRegistry.task(task)?.format
  }

  /// Decodes a line of `FrameRecord`. Boxes are in whole pixels. Masks are decoded if the line has their values.
  ///
  /// - Parameters:
  ///   - json: The line.
  ///   - task: The task of a line without the key `task`, as written by older versions.
  /// - Returns: The output.
  /// - Throws: `DecodingError` for a line of another format; `TasksError` with `invalidArgumentError` for an unknown
  ///   task.
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

extension TaskDefinition {
  fileprivate static func output(from json: Data, _ decoder: JSONDecoder) throws -> any TaskOutput {
    try decoder.decode(Output.self, from: json)
  }
}
