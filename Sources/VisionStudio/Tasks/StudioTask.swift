import VisionCore
import VisionResults
import VisionTasks
import VisionWorker

/// A task on the page.
package struct StudioTask: Sendable {
  package let type: any TaskDefinition.Type

  package init(_ type: any TaskDefinition.Type) { self.type = type }

  package init(name: String) throws {
    guard let type = TaskRegistry.task(name) else {
      throw TasksError.invalidArgument(
        "There is no task \"\(name.prefix(40))\"; available are \(TaskRegistry.names.joined(separator: ", ")).")
    }
    self.init(type)
  }

  /// All tasks, in display order.
  package static let all = TaskRegistry.all.map(StudioTask.init)

  package var descriptor: TaskDescriptor { type.descriptor }
  package var name: String { descriptor.name }
  package var title: String { descriptor.title }

  /// The settings that are its options, in display order.
  package var settings: [OptionDescriptor] { type.descriptors.filter { $0.place == .everywhere } }

  package static let runSettings = [CommonOptions.kernels, CommonOptions.rotation, CommonOptions.maxFrames]

  package var allSettings: [OptionDescriptor] { settings + Self.runSettings }

  /// The files that a run can write.
  package var outputs: [OutputFileKind] { OutputFileKind.allCases.filter { $0.isOffered(by: type.format) } }

  /// The names of the model's classes, for a task with boxes of classes; empty for other tasks, and for an uploaded model, which only
  /// workers read.
  package func classNames(_ paths: ModelPaths) throws -> [String] {
    guard outputs.contains(.coco), paths.own == nil else { return [] }
    return try type.classNames(ofModelAt: paths.model)
  }

  /// Creates the task; with an uploaded model, in a worker process.
  package static func make(
    _ settings: StudioSettings, paths: ModelPaths, mode: RunningMode
  ) throws -> any AnyVisionTask {
    if let own = paths.own { return try own.workers.task(settings, paths: paths, own: own, mode: mode) }
    return try settings.task.type.makeTask(
      values: paths.resolved(settings), modelPath: paths.model, mode: mode,
      configure: { if let kernels = settings.kernels { $0.kernels = kernels } })
  }
}

/// The page's words for tasks. A task without words of its own has derived ones.
extension StudioTask {
  /// A few words, shown where the pointer rests on the task's title.
  var summary: String { Self.summaries[name] ?? descriptor.abstract }

  private static let summaries = [
    "gesture": "Hands, their gestures and 21 landmarks each",
    "hand": "Hands and 21 landmarks each",
    "pose": "People, 33 landmarks each, and their pixels",
    "detect": "Objects of 80 kinds in boxes",
    "track": "The most prominent objects, followed and numbered, and what kind of things they are",
    "classify": "What is seen, of 1000 classes",
  ]

  /// The prompt until the camera starts.
  var invitation: String {
    let subject = type.format.subject
    return Self.invitations[subject.one] ?? "Show a \(subject.one) to the camera"
  }

  /// Prompts by subject.
  private static let invitations = [
    "person": "Step into the picture", "object": "Hold something before the camera",
    "head": "Hold something before the camera", "face": "Look into the camera",
  ]
}

extension StudioTask: Hashable {
  package static func == (one: StudioTask, other: StudioTask) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension StudioTask: Codable {
  package init(from decoder: any Decoder) throws {
    try self.init(name: decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// The model files of a task.
package struct ModelPaths: Sendable {
  struct Own: Sendable {
    let name: String
    let workers: OwnModelWorkers
    /// Terminates its processes early; nil if nothing does.
    var cancellation: WorkerCancellation?
  }

  package let model: String
  /// Paths of additional models that the settings need, by the options' keys.
  private var further: [String: OptionValue] = [:]
  /// The uploaded model; nil for one of the catalog, which runs in this process.
  private(set) var own: Own?

  init(model: String, own: Own? = nil) { (self.model, self.own) = (model, own) }

  /// Resolves the paths of additional models, which are in the catalog.
  init(model: String, settings: StudioSettings, own: Own?, path: (String) throws -> String) throws {
    self.init(model: model, own: own)
    further = try settings.task.type.resolvingModels(in: settings.values, path: path)
      .filter { settings.values[$0.key] == nil }
  }

  /// The settings' values, including paths of additional models.
  func resolved(_ settings: StudioSettings) -> [String: OptionValue] { settings.values.merging(further) { $1 } }

  /// A copy whose worker processes `cancellation` terminates.
  func cancelled(by cancellation: WorkerCancellation) -> ModelPaths {
    var paths = self
    paths.own?.cancellation = cancellation
    return paths
  }
}
