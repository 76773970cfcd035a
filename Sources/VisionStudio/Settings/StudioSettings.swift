import VisionErrors

/// A task with a model and settings, as chosen on the page.
package struct StudioSettings: Sendable, Hashable {
  package let task: StudioTask
  /// A name of the catalog, or the number of a model of the visitor's own.
  package let model: String
  /// What differs from the initial values.
  package let values: [SettingKey: SettingValue]

  /// Takes the values that belong to the task and differ from the initial ones.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - model: The model; nil, the default, for the task's own.
  ///   - values: The values; those of other tasks' settings are left out.
  /// - Throws: `TasksError` with `invalidArgumentError` for a value that is not allowed, or for two lists that exclude each
  ///   other.
  package init(task: StudioTask, model: String? = nil, values: [SettingKey: SettingValue] = [:]) throws {
    self.task = task
    self.model = model ?? task.modelNames[0]
    var kept: [SettingKey: SettingValue] = [:]
    for setting in task.settings {
      guard let value = values[setting.key], value != setting.initial, value != .names([]) else { continue }
      try setting.check(value)
      kept[setting.key] = value
    }
    let lists: [(SettingKey, SettingKey)] = [
      (.cannedAllow, .cannedDeny), (.customAllow, .customDeny), (.categoryAllow, .categoryDeny),
    ]
    for (allow, deny) in lists where kept[allow] != nil && kept[deny] != nil {
      throw TasksError.invalidArgument(
        "\(allow.rawValue) and \(deny.rawValue) exclude each other; empty one of the two lists.")
    }
    self.values = kept
  }

  /// The value in force; nil where none is chosen and there is no initial one.
  func value(_ key: SettingKey) -> SettingValue? {
    values[key] ?? task.settings.first { $0.key == key }?.initial
  }
}

extension StudioSettings: Decodable {
  private enum CodingKeys: String, CodingKey {
    case task, model, values
  }

  /// Reads `{"task": …, "model": …, "values": {…}}`; model and values may be absent.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .task)
    guard let task = StudioTask(rawValue: name) else {
      let names = StudioTask.allCases.map(\.rawValue).joined(separator: ", ")
      throw TasksError.invalidArgument("There is no task \"\(name.prefix(40))\"; there are \(names).")
    }
    let named = try container.decodeIfPresent([String: SettingValue].self, forKey: .values) ?? [:]
    var values: [SettingKey: SettingValue] = [:]
    for (name, value) in named {
      guard let key = SettingKey(rawValue: name) else {
        throw TasksError.invalidArgument("There is no setting \"\(name.prefix(40))\".")
      }
      values[key] = value
    }
    try self.init(task: task, model: container.decodeIfPresent(String.self, forKey: .model), values: values)
  }
}
