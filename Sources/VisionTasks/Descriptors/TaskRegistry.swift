import Foundation
import VisionCore
import VisionResults

/// The tasks that programs offer. A new task adds one line.
package enum TaskRegistry {
  /// The tasks, in the order of help and pages.
  package static let all: [any VisionTask.Type] = [
    GestureRecognizer.self,
    HandLandmarker.self,
    PoseLandmarker.self,
    ObjectDetector.self,
    ObjectTracking.self,
    ImageClassifier.self,
  ]

  /// The task with a name; nil if there is none.
  package static func task(_ name: String) -> (any VisionTask.Type)? { all.first { $0.descriptor.name == name } }

  /// The names of all tasks.
  package static var names: [String] { all.map { $0.descriptor.name } }

  /// Decodes a line of `FrameRecord`. Boxes are in whole pixels. Masks are decoded if the line has their values.
  ///
  /// - Parameters:
  ///   - json: The line.
  ///   - fallback: The task of a line without the key `task`, as written by older versions.
  /// - Returns: The output.
  /// - Throws: `DecodingError` for a line of another format; `TasksError` with `invalidArgumentError` for an unknown
  ///   task.
  package static func output(from json: Data, task fallback: String? = nil) throws -> any TaskOutput {
    struct Head: Decodable { let task: String? }
    let decoder = JSONDecoder()
    let name = try decoder.decode(Head.self, from: json).task ?? fallback ?? ""
    guard let type = task(name) else {
      throw TasksError.invalidArgument(
        "There is no task \"\(name)\"; lines can be read of \(names.joined(separator: ", ")).")
    }
    return try type.output(from: json, decoder)
  }
}

extension VisionTask {
  fileprivate static func output(from json: Data, _ decoder: JSONDecoder) throws -> any TaskOutput {
    try decoder.decode(Pipeline.Output.self, from: json)
  }
}
