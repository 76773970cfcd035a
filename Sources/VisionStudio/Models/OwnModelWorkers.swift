import VisionCore
import VisionResults
import VisionTasks
import VisionWorker

/// Runs uploaded models, each in its own sandboxed process with limits, so that a crash or hang affects nothing else.
struct OwnModelWorkers: Sendable {
  /// The maximum size of a response with masks, in bytes.
  private static let maxAnswerBytes = 1_000_000_000
  /// Bytes per mask pixel in a response: a float32 in Base64 (5.3 bytes), rounded up.
  private static let maskBytes = 6

  /// The path of the `vision` executable; nil if uploaded models are not accepted.
  let executable: String?
  let limits: StudioLimits
  /// Whether models may run where system calls cannot be filtered.
  let allowsUnsandboxed: Bool

  /// The report of `vision models info` on a model; blocks.
  ///
  /// - Parameters:
  ///   - model: The file.
  ///   - name: The original file name.
  /// - Returns: The report as text.
  /// - Throws: `TasksError` for a file that is not a valid model.
  func report(on model: String, name: String) throws -> String {
    let ready = try WorkerProcess(options(["inspect"], model: model, name: name)).start()
    return (ready.report ?? "").replacing(model, with: name)
  }

  /// Makes a task; blocks.
  ///
  /// - Parameters:
  ///   - settings: The settings, checked.
  ///   - paths: The model files.
  ///   - own: The uploaded model.
  ///   - mode: `.image` or `.video`.
  /// - Returns: The task, whose process has loaded the model.
  /// - Throws: `TasksError` with the worker's error, or with how its process ended.
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
      throw TasksError(
        .failedPreconditionError,
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
