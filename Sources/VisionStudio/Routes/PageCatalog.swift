import Hummingbird
import VisionCatalog
import VisionHTTP
import VisionTasks

struct CatalogRoutes {
  let catalog: ModelCatalog
  let limits: StudioLimits
  let fetches: ModelFetches
  let visits: SessionStore

  private struct CodeRequest: Decodable {
    let settings: StudioSettings
    let input: CodeInput
    let modelName: String?
  }

  private struct Code: Encodable {
    let swift, commandLine: String
    let warnings: [String]
  }

  func add(to router: Router<BasicRequestContext>) {
    router.get("/api/catalog") { _, _ in try JSONResponse.make(PageCatalog(catalog: catalog, limits: limits)) }
    router.post("/api/code") { request, _ in
      let code = try await request.json(CodeRequest.self)
      let entry = catalog.entries.first { $0.name == code.settings.model }
      let name = entry?.name ?? FileName.plain(code.modelName ?? "model.task")
      let warnings = try await warnings(about: code.settings)
      let response = Code(
        swift: SwiftCode(code.settings, input: code.input, modelFile: entry?.fileName ?? name).text,
        commandLine: CommandLineText(code.settings, input: code.input, modelName: name).text, warnings: warnings)
      return try JSONResponse.make(response)
    }
    router.post("/api/models/:model/fetch") { _, context in
      try JSONResponse.make(try fetches.start(context.parameters.require("model")), status: .accepted)
    }
    router.get("/api/models/:model/fetch") { _, context in
      try JSONResponse.make(try fetches.progress(of: context.parameters.require("model")))
    }
  }

  private func warnings(about settings: StudioSettings) async throws -> [String] {
    guard let entry = catalog.entries.first(where: { $0.name == settings.model }) else {
      return await visits.model(settings.model).map(settings.warnings(about:)) ?? []
    }
    guard catalog.isCached(entry) else { return [] }
    let path = try catalog.path(of: entry.name)
    return try await DispatchQueue.global(qos: .userInitiated).run { try settings.warnings(modelPath: path) }
  }
}

struct PageCatalog: Encodable {
  private struct Model: Encodable {
    let name, summary: String
    let isReady: Bool
    let command: String
    let byteCount: Int
  }

  private struct FurtherModel: Encodable {
    /// The setting that needs it; nil if every run does.
    let setting: String?
    let model: Model
  }

  private struct Output: Encodable {
    let kind: OutputFileKind
    let title, contents: String
    /// Whether an image has such a file, and not videos only.
    let takesImages: Bool
  }

  private struct Task: Encodable {
    let name, title, summary, invitation: String
    let models: [Model]
    let furtherModels: [FurtherModel]
    let settings: [OptionDescriptor]
    let files: [Output]
    let output: OutputFormat
  }

  private struct Limits: Encodable {
    let imageBytes, videoBytes, modelBytes, files: Int
    let videoSeconds: Double
  }

  private let version = PackageVersion.current
  private let tasks: [Task]
  private let samples: [SampleImage]
  private let limits: Limits

  init(catalog: ModelCatalog, limits: StudioLimits) {
    tasks = StudioTask.all.map { task in
      Task(
        name: task.name, title: task.title, summary: task.summary, invitation: task.invitation,
        models: task.descriptor.models.map { Self.model($0, in: catalog) },
        furtherModels: Self.furtherModels(of: task, in: catalog), settings: task.allSettings,
        files: task.outputs.map {
          Output(kind: $0, title: $0.title, contents: $0.contents, takesImages: $0.labels?.takesImages ?? true)
        },
        output: task.type.format)
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
      command: entry?.fetchCommand ?? "", byteCount: entry?.byteCount ?? 0)
  }

  private static func furtherModels(of task: StudioTask, in catalog: ModelCatalog) -> [FurtherModel] {
    task.type.descriptors.compactMap { option in
      guard case .model(let name) = option.kind else { return nil }
      let owner = task.type.descriptors.first { $0.flagName == option.needs }
      return FurtherModel(setting: owner?.key, model: model(name, in: catalog))
    }
  }
}

/// A built-in sample image or video. `SAMPLES.md` lists the sources.
struct SampleImage: Encodable, Sendable {
  let file, title: String
  /// The names of the tasks that find something in it; the first is chosen for a visitor with another task.
  let tasks: [String]

  static let all = [
    SampleImage(file: "thumb.jpg", title: "A thumb up", tasks: ["gesture", "hand"]),
    SampleImage(file: "victory.jpg", title: "Two fingers up", tasks: ["gesture", "hand"]),
    SampleImage(file: "face.jpg", title: "A face", tasks: ["face", "face-detect", "holistic", "segment"]),
    SampleImage(
      file: "yoga.jpg", title: "Sitting on a road", tasks: ["pose", "holistic", "detect", "track", "segment-point"]),
    SampleImage(
      file: "coffee.jpg", title: "A cup of coffee", tasks: ["detect", "track", "classify", "embed", "segment-point"]),
    SampleImage(file: "walkers.mp4", title: "A video: two people walk", tasks: ["pose", "track", "detect", "segment"]),
  ]
}
