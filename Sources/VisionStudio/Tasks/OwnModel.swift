import VisionHTTP
import VisionTasks
import VisionWorker

struct OwnModel: Encodable, Sendable {
  struct Fit: Encodable, Sendable {
    let task: StudioTask
    let title: String
    let fits: Bool
    let reason: String?
  }

  private enum CodingKeys: String, CodingKey { case id, name, byteCount, fits, text }

  let id = RandomToken.make()
  let name: String
  let url: URL
  let byteCount: Int
  let fits: [Fit]
  let text: String
  /// The names that it knows, by task and option.
  let vocabularies: [String: [String: CategoryVocabulary]]

  /// Inspects a file and tries every task on it, each in its own process; blocks.
  init(inspecting url: URL, name: String, byteCount: Int, workers: OwnModelWorkers) throws {
    (self.name, self.url, self.byteCount) = (name, url, byteCount)
    let inspection = try workers.inspection(of: url.path, name: name)
    text = (inspection.report ?? "").replacing(url.path, with: name)
    vocabularies = inspection.vocabularies ?? [:]
    let paths = ModelPaths(model: url.path, own: ModelPaths.Own(name: name, workers: workers))
    fits = try StudioTask.all.map { task in
      do {
        _ = try StudioTask.make(StudioSettings(task: task), paths: paths, mode: .image)
        return Fit(task: task, title: task.title, fits: true, reason: nil)
      } catch let error as TasksError where error.code == .unavailableError {
        // The process could not be started, which says nothing about the model.
        throw error
      } catch {
        return Fit(task: task, title: task.title, fits: false, reason: error.localizedDescription)
      }
    }
  }
}

/// Runs uploaded models, each in its own sandboxed process with limits, so that a crash or hang affects nothing else.
struct OwnModelWorkers: Sendable {
  private static let maxAnswerBytes = 1_000_000_000
  /// Bytes per mask pixel in a response: a float32 in Base64 (5.3 bytes), rounded up.
  private static let maskBytes = 6

  let executable: String?
  let limits: StudioLimits
  let allowsUnsandboxed: Bool

  func inspection(of model: String, name: String) throws -> WorkerReady {
    try WorkerProcess(options(["inspect"], model: model, name: name)).start()
  }

  func task(
    _ settings: StudioSettings, paths: ModelPaths, own: ModelPaths.Own, mode: RunningMode
  ) throws -> any AnyVisionTask {
    let arguments = CommandLineText.workerArguments(settings.task, values: paths.resolved(settings), mode: mode)
    var options = try options(arguments, model: paths.model, name: own.name)
    options.cancellation = own.cancellation
    if settings.hasMasks {
      let bytes = Double(options.limits.pixels * Self.maskBytes) * subjects(of: settings)
      options.answerBytes += Int(min(bytes, Double(Self.maxAnswerBytes)))
    }
    return try WorkerTask(options, task: settings.task.name)
  }

  /// The maximum number of detected subjects: the first integer among a task's settings.
  private func subjects(of settings: StudioSettings) -> Double {
    let numbers = settings.task.settings.lazy.filter { if case .integer = $0.kind { true } else { false } }
    return numbers.first.flatMap { settings.value($0)?.number } ?? 1
  }

  private func options(_ arguments: [String], model: String, name: String) throws -> WorkerProcess.Options {
    guard let executable else {
      throw TasksError.failedPrecondition(
        "This server accepts no uploaded models: the path of the vision executable is not set.")
    }
    var worker = WorkerLimits.visitors
    worker.memoryMegabytes = limits.workerMegabytes
    worker.pixels = max(limits.imagePixels, limits.framePixels)
    var options = WorkerProcess.Options(
      executable: executable, arguments: ["worker"] + arguments + ["--model", model] + worker.arguments,
      modelPath: model, modelName: name)
    options.limits = worker
    options.startSeconds = limits.workerSeconds
    options.answerSeconds = limits.workerSeconds
    options.requiresSandbox = !allowsUnsandboxed
    return options
  }
}
