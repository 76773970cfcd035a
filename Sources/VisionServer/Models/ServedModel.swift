import VisionCore
import VisionResults
import VisionTasks

/// A model that the server offers.
package struct ServedModel: Sendable {
  /// The name in addresses.
  package let name: String
  /// The task.
  package let type: any TaskDefinition.Type
  /// The model's file.
  let path: String
  /// Values of the task's options, with the paths of further models.
  let values: [String: OptionValue]
  /// Whether the task's images are consecutive frames, which only a stream has.
  let isSequential: Bool

  /// The structure of results.
  var format: OutputFormat { type.format }
  /// Whether results have masks.
  var hasMasks: Bool {
    type.descriptors.contains { $0.kind == .masks && values[$0.key]?.isOn == true }
  }

  /// - Parameters:
  ///   - spec: The description.
  ///   - path: Returns the file of a model, by its name.
  /// - Throws: `TasksError` with `notFoundError` for a model without a file.
  init(_ spec: ModelSpec, path: (String) throws -> String) throws {
    guard let type = TaskRegistry.task(spec.task) else {
      throw TasksError.invalidArgument("There is no task \"\(spec.task)\".")
    }
    name = spec.name
    self.type = type
    self.path = try path(spec.model)
    values = try type.resolvingModels(in: spec.values, path: path)
    isSequential = type.isSequential(values, modelPath: self.path)
  }

  /// Opens the model in a task of one thread.
  ///
  /// - Throws: `TasksError` for a model that is missing or unusable.
  func makeTask(_ mode: RunningMode) throws -> any AnyVisionTask {
    // One session per core with one thread each has the highest throughput.
    let isUnset = values[CommonOptions.threads.key] == nil
    return try type.makeTask(
      values: values, modelPath: path, mode: mode, configure: { if isUnset { $0.threadCount = 1 } })
  }
}

extension TaskDefinition {
  fileprivate static func isSequential(_ values: [String: OptionValue], modelPath: String) -> Bool {
    isSequential(makeOptions(modelPath: modelPath, mode: .image, values: values))
  }
}
