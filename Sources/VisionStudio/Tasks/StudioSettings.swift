import VisionCore
import VisionImaging
import VisionTasks

package struct StudioSettings: Sendable, Hashable {
  package let task: StudioTask
  /// A name in the catalog, or the identifier of an uploaded model.
  package let model: String
  /// Values that differ from the initial ones, by the options' keys.
  package let values: [String: OptionValue]

  /// Validates values and keeps those of this task that differ from the initial ones. Without a model the task's default one is chosen.
  package init(task: StudioTask, model: String? = nil, values: [String: OptionValue] = [:]) throws {
    self.task = task
    self.model = model ?? task.descriptor.defaultModel
    var kept: [String: OptionValue] = [:]
    for setting in task.allSettings {
      guard let value = values[setting.key], value != .names([]) else { continue }
      // Another setting may have taken the initial value away.
      let exception = task.allSettings.first { $0.flagName == setting.initialUnless }
      guard value != setting.initial || exception.map({ values[$0.key]?.isOn == true }) == true else { continue }
      kept[setting.key] = value
    }
    try task.type.check(kept, from: .visitor) { $0.key }
    for setting in StudioTask.runSettings {
      if let value = kept[setting.key] { try setting.check(value, as: setting.key, from: .visitor) }
    }
    self.values = kept
  }

  func value(_ setting: OptionDescriptor) -> OptionValue? { values[setting.key] ?? setting.initial }
}

extension StudioSettings {
  var orientation: ImageOrientation {
    values[CommonOptions.rotation.key]?.text.flatMap { Int($0) }.flatMap { ImageOrientation(clockwiseDegrees: $0) }
      ?? .up
  }

  var maxFrames: Int? { values[CommonOptions.maxFrames.key]?.number.map(Int.clamped) }

  var kernels: Kernels? { values[CommonOptions.kernels.key]?.text.flatMap { Kernels(rawValue: $0) } }

  var hasMasks: Bool { task.settings.contains { $0.kind == .masks && value($0)?.isOn == true } }

  func warnings(modelPath: String) throws -> [String] {
    try task.type.warnings(about: values, modelPath: modelPath) { $0.label }
  }
}

extension StudioSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case task, model, values
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(task, forKey: .task)
    try container.encode(model, forKey: .model)
    try container.encode(values, forKey: .values)
  }

  private static let keys = Set(StudioTask.all.flatMap(\.allSettings).map(\.key))

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
