import VisionCore
import VisionResults
import VisionTasks

/// A task on the page.
package struct StudioTask: Sendable {
  package let type: any TaskDefinition.Type

  package init(_ type: any TaskDefinition.Type) { self.type = type }

  /// Finds a task by name.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an unknown name.
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

  /// The settings of every run.
  package static let runSettings = [CommonOptions.kernels, CommonOptions.rotation, CommonOptions.maxFrames]

  /// All settings, in display order.
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
  ///
  /// - Parameters:
  ///   - settings: The settings, checked.
  ///   - paths: The model files.
  ///   - mode: `.image` or `.video`.
  /// - Returns: The task.
  /// - Throws: `TasksError` for a missing or unsuitable model.
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
    "head": "Hold something before the camera",
  ]
}

extension StudioTask: Hashable {
  package static func == (one: StudioTask, other: StudioTask) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension StudioTask: Codable {
  /// Decodes a task's name.
  package init(from decoder: any Decoder) throws {
    try self.init(name: decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
