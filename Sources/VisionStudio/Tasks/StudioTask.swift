import VisionTasks
import VisionWorker

package struct StudioTask: Sendable, Hashable, Codable {
  package let type: any TaskDefinition.Type

  package init(_ type: any TaskDefinition.Type) { self.type = type }

  package init(name: String) throws {
    guard let type = TaskRegistry.task(name) else {
      throw TasksError.invalidArgument(
        "There is no task \"\(name.prefix(40))\"; available are \(TaskRegistry.names.joined(separator: ", ")).")
    }
    self.init(type)
  }

  package static let all = TaskRegistry.all.map(StudioTask.init)

  package var descriptor: TaskDescriptor { type.descriptor }
  package var name: String { descriptor.name }
  package var title: String { descriptor.title }
  package var settings: [OptionDescriptor] { type.descriptors.filter { $0.place == .everywhere } }

  package static let runSettings = [CommonOptions.kernels, CommonOptions.rotation, CommonOptions.maxFrames]

  package var allSettings: [OptionDescriptor] { settings + Self.runSettings }
  package var outputs: [OutputFileKind] { OutputFileKind.all.filter { $0.isOffered(by: type.format) } }

  /// The model's classes for labels; empty for other tasks and for an uploaded model, which only workers read.
  package func classNames(_ paths: ModelPaths) throws -> [String] {
    guard type.format.hasLabels, paths.own == nil else { return [] }
    return try type.classNames(ofModelAt: paths.model)
  }

  package static func make(
    _ settings: StudioSettings, paths: ModelPaths, mode: RunningMode
  ) throws -> any AnyVisionTask {
    if let own = paths.own { return try own.workers.task(settings, paths: paths, own: own, mode: mode) }
    return try settings.task.type.makeTask(
      values: paths.resolved(settings), modelPath: paths.model, mode: mode,
      configure: { if let kernels = settings.kernels { $0.kernels = kernels } })
  }

  package static func == (one: StudioTask, other: StudioTask) -> Bool { one.name == other.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  package init(from decoder: any Decoder) throws {
    try self.init(name: decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// The page's words for tasks. A task without words of its own has derived ones.
extension StudioTask {
  var summary: String { Self.summaries[name] ?? descriptor.abstract }

  private static let summaries = [
    "gesture": "Hands, their gestures and 21 landmarks each",
    "hand": "Hands and 21 landmarks each",
    "pose": "People, 33 landmarks each, and their pixels",
    "detect": "Objects of 80 kinds in boxes",
    "track": "The most prominent objects, followed and numbered, and what kind of things they are",
    "classify": "What is seen, of 1000 classes",
    "segment-point": "The pixels of the thing that you click",
    "embed": "What is seen as numbers, to compare and search images",
  ]

  var invitation: String {
    let subject = type.format.subject
    return Self.invitations[subject.one] ?? "Show a \(subject.one) to the camera"
  }

  private static let invitations = [
    "person": "Step into the picture", "object": "Hold something before the camera",
    "head": "Hold something before the camera", "embedding": "Hold something before the camera",
    "face": "Look into the camera",
    "segment": "Step into the picture",
  ]
}

package struct ModelPaths: Sendable {
  struct Own: Sendable {
    let name: String
    let workers: OwnModelWorkers
    var cancellation: WorkerCancellation?
  }

  package let model: String
  private var further: [String: OptionValue] = [:]
  var own: Own?

  init(model: String, own: Own? = nil) { (self.model, self.own) = (model, own) }

  init(model: String, settings: StudioSettings, own: Own?, path: (String) throws -> String) throws {
    self.init(model: model, own: own)
    further = try settings.task.type.resolvingModels(in: settings.values, path: path)
      .filter { settings.values[$0.key] == nil }
  }

  func resolved(_ settings: StudioSettings) -> [String: OptionValue] { settings.values.merging(further) { $1 } }
}

package struct StudioSettings: Sendable, Hashable, Codable {
  package let task: StudioTask
  /// A name in the catalog, or the identifier of an uploaded model.
  package let model: String
  /// Values that differ from the initial ones, by the options' keys.
  package let values: [String: OptionValue]

  /// Validates values and keeps those of this task that differ from the initial ones; nil is the default model.
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
    try task.type.check(kept, from: .visitor) { $0.label }
    for setting in StudioTask.runSettings {
      if let value = kept[setting.key] { try setting.check(value, as: setting.label, from: .visitor) }
    }
    self.values = kept
  }

  func value(_ setting: OptionDescriptor) -> OptionValue? { values[setting.key] ?? setting.initial }

  var orientation: ImageOrientation {
    values[CommonOptions.rotation.key]?.text.flatMap { Int($0) }.flatMap { ImageOrientation(clockwiseDegrees: $0) }
      ?? .up
  }

  var maxFrames: Int? { values[CommonOptions.maxFrames.key]?.number.map(Int.clamped) }
  var kernels: Kernels? { values[CommonOptions.kernels.key]?.text.flatMap { Kernels(rawValue: $0) } }
  var hasMasks: Bool { task.type.hasMasks(values) }

  /// Those about names, which an uploaded model's worker has read.
  func warnings(about model: OwnModel) -> [String] {
    task.type.warnings(about: values, vocabularies: model.vocabularies[task.name] ?? [:]) { $0.label }
  }

  func warnings(modelPath: String) throws -> [String] {
    try task.type.warnings(about: values, modelPath: modelPath) { $0.label }
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
