import Foundation
import VisionTasks

/// The options that a batch's results depend on, as texts under their flags. Threads and jobs change no result.
struct BatchOptionTexts {
  let texts: [String: String]

  /// - Parameters:
  ///   - arguments: The task's arguments.
  ///   - engine: The options of all tasks.
  ///   - values: The arguments' values with the paths of further models.
  /// - Throws: `TasksError` for a model that cannot be read.
  init<Task: TaskDefinition>(
    _ arguments: TaskArguments<Task, BatchPlace>, _ engine: EngineOptions, resolved values: [String: OptionValue]
  ) throws {
    var texts: [String: String] = [:]
    for option in TaskArguments<Task, BatchPlace>.descriptors {
      guard let value = values[option.key] else { continue }
      if case .model = option.kind {
        texts[option.flag] = try value.text.map { try BatchTaskCommand<Task>.identity(ofModel: $0) }
      } else {
        texts[option.flag] = value.batchText
      }
    }
    if engine.rotation != .none { texts["--rotation"] = "\(engine.rotation.rawValue)" }
    if let kernels = engine.kernels { texts["--kernels"] = kernels.rawValue }
    if engine.allowUnverifiedOperators { texts["--allow-unverified-operators"] = "given" }
    self.texts = texts
  }
}

extension OptionValue {
  fileprivate var batchText: String {
    switch self {
    // A flag is given or not, whatever it switches.
    case .toggle: "given"
    case .number(let number): number.plainText
    case .text(let text): text
    case .names(let names): names.joined(separator: ",")
    }
  }
}
