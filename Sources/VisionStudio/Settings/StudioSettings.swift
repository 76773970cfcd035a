import VisionErrors
import VisionTasks

/// A task with a model and settings, as chosen on the page.
package struct StudioSettings: Sendable, Hashable {
  package let task: StudioTask
  /// A name of the catalog, or the number of a model of the visitor's own.
  package let model: String
  /// What differs from the initial values, by the options' keys.
  package let values: [String: OptionValue]

  /// Takes the values that belong to the task and differ from the initial ones.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - model: The model; nil, the default, for the task's own.
  ///   - values: The values; those of other tasks' settings are left out.
  /// - Throws: `TasksError` with `invalidArgumentError` for a value that is not allowed, or for two lists that exclude each
  ///   other.
  package init(task: StudioTask, model: String? = nil, values: [String: OptionValue] = [:]) throws {
    self.task = task
    self.model = model ?? task.descriptor.defaultModel
    var kept: [String: OptionValue] = [:]
    for setting in task.settings {
      guard let value = values[setting.key], value != setting.initial, value != .names([]) else { continue }
      kept[setting.key] = value
    }
    try task.type.check(kept, from: .visitor) { $0.key }
    self.values = kept
  }

  /// The value in force; nil where none is chosen and there is no initial one.
  func value(_ setting: OptionDescriptor) -> OptionValue? { values[setting.key] ?? setting.initial }
}

extension StudioSettings: Decodable {
  private enum CodingKeys: String, CodingKey {
    case task, model, values
  }

  /// The settings of all tasks.
  private static let keys = Set(StudioTask.all.flatMap(\.settings).map(\.key))

  /// Reads `{"task": …, "model": …, "values": {…}}`; model and values may be absent.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let task = try container.decode(StudioTask.self, forKey: .task)
    let values = try container.decodeIfPresent([String: OptionValue].self, forKey: .values) ?? [:]
    if let unknown = values.keys.sorted().first(where: { !Self.keys.contains($0) }) {
      throw TasksError.invalidArgument("There is no setting \"\(unknown.prefix(40))\".")
    }
    try self.init(task: task, model: container.decodeIfPresent(String.self, forKey: .model), values: values)
  }
}
