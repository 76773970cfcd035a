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
  /// The maximum size of a response with masks, of 5.3 bytes for each pixel: float32 in Base64.
  private static let maskAnswerBytes = 1_000_000_000

  let options: StudioOptions

  func inspection(of model: String, name: String) throws -> WorkerReady {
    try WorkerProcess(process(["inspect"], model: model, name: name)).start()
  }

  func task(
    _ settings: StudioSettings, paths: ModelPaths, own: ModelPaths.Own, mode: RunningMode
  ) throws -> any AnyVisionTask {
    let arguments = CommandLineText.workerArguments(settings.task, values: paths.resolved(settings), mode: mode)
    var process = try process(arguments, model: paths.model, name: own.name)
    process.cancellation = own.cancellation
    if settings.hasMasks { process.answerBytes = Self.maskAnswerBytes }
    return try WorkerTask(process, task: settings.task.name)
  }

  private func process(_ arguments: [String], model: String, name: String) throws -> WorkerProcess.Options {
    guard let executable = options.workerExecutable else {
      throw TasksError.failedPrecondition(
        "This server accepts no uploaded models: the path of the vision executable is not set.")
    }
    var limits = WorkerLimits.visitors
    limits.memoryMegabytes = options.limits.workerMegabytes
    limits.pixels = max(options.limits.imagePixels, options.limits.framePixels)
    var process = WorkerProcess.Options(
      executable: executable, arguments: ["worker"] + arguments + ["--model", model] + limits.arguments,
      modelPath: model, modelName: name)
    process.limits = limits
    process.startSeconds = options.limits.workerSeconds
    process.answerSeconds = options.limits.workerSeconds
    process.requiresSandbox = !options.allowsUnsandboxedModels
    process.sandboxAdvice = "Start `vision studio --allow-unsandboxed-models` if you trust its source."
    return process
  }
}
