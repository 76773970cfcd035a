import VisionErrors
import VisionTasks

/// A task that the page offers.
package struct StudioTask: Sendable {
  package let type: any VisionTask.Type

  package init(_ type: any VisionTask.Type) { self.type = type }

  /// The task of a name.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an unknown one.
  package init(name: String) throws {
    guard let type = TaskRegistry.task(name) else {
      throw TasksError.invalidArgument(
        "There is no task \"\(name.prefix(40))\"; there are \(TaskRegistry.names.joined(separator: ", ")).")
    }
    self.init(type)
  }

  /// All tasks, in the page's order.
  package static let all = TaskRegistry.all.map(StudioTask.init)

  package var descriptor: TaskDescriptor { type.descriptor }
  package var name: String { descriptor.name }
  package var title: String { descriptor.title }

  /// Its settings, in the order in which the page shows them.
  package var settings: [OptionDescriptor] { type.descriptors.filter { $0.place == .everywhere } }

  /// Makes the task; with a model that a visitor brought in a process of its own.
  ///
  /// - Parameters:
  ///   - settings: The settings, checked.
  ///   - paths: The model files.
  ///   - mode: `.image` or `.video`.
  /// - Returns: The task.
  /// - Throws: `TasksError` for a model that is missing or does not fit the task.
  package static func make(
    _ settings: StudioSettings, paths: ModelPaths, mode: RunningMode
  ) throws -> any AnyVisionTask {
    if let own = paths.own { return try own.workers.task(settings, paths: paths, own: own, mode: mode) }
    return try settings.task.type.makeTask(values: paths.resolved(settings), modelPath: paths.model, mode: mode)
  }
}

extension StudioTask: Hashable {
  package static func == (one: StudioTask, other: StudioTask) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension StudioTask: Codable {
  /// Reads a task's name.
  package init(from decoder: any Decoder) throws {
    try self.init(name: decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
