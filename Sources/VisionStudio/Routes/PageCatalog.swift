import VisionCatalog
import VisionPackage
import VisionTasks

/// What the page offers: tasks with settings and models, sample images, and upload limits; and the package's version, for its
/// footer.
struct PageCatalog: Encodable {
  private struct Model: Encodable {
    let name: String
    let summary: String
    let isReady: Bool
    /// The command that fetches it.
    let command: String
  }

  private struct Task: Encodable {
    let name: String
    let title: String
    let summary: String
    /// The prompt shown before the camera starts.
    let invitation: String
    let models: [Model]
    let settings: [OptionDescriptor]
    /// The structure of results.
    let output: OutputReport
  }

  private struct Limits: Encodable {
    let imageBytes: Int
    let videoBytes: Int
    let modelBytes: Int
    let files: Int
    let videoSeconds: Double
  }

  private let version = PackageVersion.current
  private let tasks: [Task]
  private let samples: [SampleImage]
  private let limits: Limits

  init(catalog: ModelCatalog, limits: StudioLimits) {
    tasks = StudioTask.all.map { task in
      Task(
        name: task.name, title: task.title, summary: task.descriptor.summary, invitation: task.descriptor.invitation,
        models: task.descriptor.models.map { Self.model($0, in: catalog) }, settings: task.settings,
        output: OutputReport(task.type.format))
    }
    samples = SampleImage.all
    self.limits = Limits(
      imageBytes: limits.imageBytes, videoBytes: limits.videoBytes, modelBytes: limits.modelBytes,
      files: limits.filesPerVisit, videoSeconds: limits.videoSeconds)
  }

  private static func model(_ name: String, in catalog: ModelCatalog) -> Model {
    let entry = catalog.entries.first { $0.name == name }
    return Model(
      name: name, summary: entry?.summary ?? "", isReady: entry.map(catalog.isCached) ?? false,
      command: "vision models fetch \(name)")
  }
}

/// A built-in sample image. `SAMPLES.md` lists the sources.
struct SampleImage: Encodable, Sendable {
  /// The file name among the page's files.
  let file: String
  let title: String
  /// The name of the task that it demonstrates.
  let task: String

  static let all = [
    SampleImage(file: "thumb.jpg", title: "A thumb up", task: "gesture"),
    SampleImage(file: "victory.jpg", title: "Two fingers up", task: "gesture"),
    SampleImage(file: "yoga.jpg", title: "Sitting on a road", task: "pose"),
    SampleImage(file: "coffee.jpg", title: "A cup of coffee", task: "detect"),
  ]
}
