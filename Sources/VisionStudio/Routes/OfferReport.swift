import VisionCatalog
import VisionTasks

/// What the page offers: the tasks with their settings and models, the samples, and how much may be brought.
struct OfferReport: Encodable {
  private struct Model: Encodable {
    let name: String
    let summary: String
    let isReady: Bool
    /// What a person does to get it.
    let command: String
  }

  private struct Task: Encodable {
    let name: String
    let title: String
    let summary: String
    /// What to hold before the camera.
    let invitation: String
    let models: [Model]
    let settings: [OptionDescriptor]
    /// How results are made up.
    let output: OutputReport
  }

  private struct Limits: Encodable {
    let pictureBytes: Int
    let videoBytes: Int
    let modelBytes: Int
    let files: Int
    let videoSeconds: Double
  }

  private let tasks: [Task]
  private let samples: [SamplePicture]
  private let limits: Limits

  init(catalog: ModelCatalog, limits: StudioLimits) {
    tasks = StudioTask.all.map { task in
      Task(
        name: task.name, title: task.title, summary: task.descriptor.summary, invitation: task.descriptor.invitation,
        models: task.descriptor.models.map { Self.model($0, in: catalog) }, settings: task.settings,
        output: OutputReport(task.type.format))
    }
    samples = SamplePicture.all
    self.limits = Limits(
      pictureBytes: limits.pictureBytes, videoBytes: limits.videoBytes, modelBytes: limits.modelBytes,
      files: limits.filesPerVisit, videoSeconds: limits.videoSeconds)
  }

  private static func model(_ name: String, in catalog: ModelCatalog) -> Model {
    let entry = catalog.entries.first { $0.name == name }
    return Model(
      name: name, summary: entry?.summary ?? "", isReady: entry.map(catalog.isCached) ?? false,
      command: "vision models fetch \(name)")
  }
}
