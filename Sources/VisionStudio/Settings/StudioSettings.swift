import VisionErrors
import VisionTasks

/// A task with the model and settings chosen on the page.
package struct StudioSettings: Sendable, Hashable {
  package let task: StudioTask
  /// A name in the catalog, or the identifier of an uploaded model.
  package let model: String
  /// Values that differ from the initial ones, by the options' keys.
  package let values: [String: OptionValue]

  /// Validates values and keeps those of this task that differ from the initial ones.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - model: The model; nil, the default, for the task's default model.
  ///   - values: The values; those of other tasks' settings are ignored.
  /// - Throws: `TasksError` with `invalidArgumentError` for a value out of range, or for both an allowlist and a denylist.
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

  /// The chosen or initial value; nil if there is neither.
  func value(_ setting: OptionDescriptor) -> OptionValue? { values[setting.key] ?? setting.initial }
}

extension StudioSettings: Decodable {
  private enum CodingKeys: String, CodingKey {
    case task, model, values
  }

  /// The keys of all tasks' settings.
  private static let keys = Set(StudioTask.all.flatMap(\.settings).map(\.key))

  /// Decodes `{"task": …, "model": …, "values": {…}}`; model and values may be absent.
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
