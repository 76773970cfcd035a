import VisionErrors
import VisionOutput
import VisionTasks
import VisionWorker

/// How models of visitors run: each in a process of its own, with limits, so that one that crashes or hangs ends nothing else.
struct OwnModelWorkers: Sendable {
  /// The maximum size of an answer with masks, in bytes.
  private static let longestAnswer = 1_000_000_000
  /// The bytes of a pixel of a mask in an answer: a float32 in Base64, and a little more.
  private static let maskBytes = 6

  /// The program `vision`; nil where models of visitors are not taken.
  let executable: String?
  let limits: StudioLimits

  /// What is inside a model, as `vision models info` says it; blocks.
  ///
  /// - Parameters:
  ///   - model: The file.
  ///   - name: What the visitor calls it.
  /// - Returns: The text, a line a fact.
  /// - Throws: `TasksError` that says what is wrong with a file that is no model.
  func report(on model: String, name: String) throws -> String {
    let ready = try WorkerProcess(options(["inspect"], model: model, name: name)).start()
    return (ready.report ?? "").replacing(model, with: name)
  }

  /// Makes a task; blocks.
  ///
  /// - Parameters:
  ///   - settings: The settings, checked.
  ///   - paths: The model files.
  ///   - own: The visitor's model.
  ///   - mode: `.image` or `.video`.
  /// - Returns: The task, whose process has loaded the model.
  /// - Throws: `TasksError` with what the worker says of the model, or with how its process ended.
  func task(
    _ settings: StudioSettings, paths: ModelPaths, own: ModelPaths.Own, mode: RunningMode
  ) throws -> any AnyVisionTask {
    let arguments = CommandLineText.workerArguments(settings.task, values: paths.resolved(settings), mode: mode)
    var options = try options(arguments, model: paths.model, name: own.name)
    options.cancellation = own.cancellation
    if settings.task.settings.contains(where: { $0.kind == .masks && settings.value($0)?.isOn == true }) {
      let bytes = Double(options.limits.pixels * Self.maskBytes) * subjects(of: settings)
      options.answerBytes += Int(min(bytes, Double(Self.longestAnswer)))
    }
    return try WorkerTask(options, task: settings.task.name)
  }

  /// The maximum number of subjects, which is the first whole number among a task's settings.
  private func subjects(of settings: StudioSettings) -> Double {
    let numbers = settings.task.settings.lazy.filter { if case .integer = $0.kind { true } else { false } }
    return numbers.first.flatMap { settings.value($0)?.number } ?? 1
  }

  private func options(_ arguments: [String], model: String, name: String) throws -> WorkerProcess.Options {
    guard let executable else {
      throw TasksError(
        .failedPreconditionError, "This server takes no models of visitors: it has no program to run them in.")
    }
    var worker = WorkerLimits.visitors
    worker.memoryMegabytes = limits.workerMegabytes
    worker.pixels = max(limits.picturePixels, limits.framePixels)
    var options = WorkerProcess.Options(
      executable: executable, arguments: ["worker"] + arguments + ["--model", model] + worker.arguments,
      modelPath: model, modelName: name)
    options.limits = worker
    options.startSeconds = limits.workerSeconds
    options.answerSeconds = limits.workerSeconds
    return options
  }
}
