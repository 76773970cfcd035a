import ArgumentParser
import VisionTasks
import VisionWorker

/// `vision worker TASK`: runs a task that answers requests.
struct WorkerTaskCommand<Task: TaskDefinition>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Task.descriptor.name, abstract: Task.descriptor.abstract)
  }

  @OptionGroup var engine: EngineOptions
  @OptionGroup var requests: WorkerModeOption
  @OptionGroup(title: Task.descriptor.title) var arguments: TaskArguments<Task, WorkerPlace>
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func run() throws {
    let mode = requests.mode
    try WorkerOutput.take { output in
      let modelPath = try engine.modelPath(default: Task.descriptor.defaultModel)
      var models = [modelPath]
      let values = try Task.resolvingModels(in: arguments.values) { name in
        models.append(try EngineOptions.path(of: name))
        return models[models.count - 1]
      }
      let options = taskOptions(modelPath: modelPath, mode: mode.runningMode, values: values)
      if mode == .image, let note = Task.imageNote(options) { StandardError.print(note) }
      let sandbox = try WorkerEntry.enter(worker.limits, models: models, loadsRuntime: true)
      let task = try Task.makeTask(options, answer: nil)
      try output.write(WorkerReady(task: Task.descriptor.name, mode: mode.rawValue, sandbox: sandbox))
      try WorkerLoop(
        task: task, mode: mode, orientation: engine.rotation.orientation, limits: worker.limits, output: output
      ).run()
    }
  }

  /// Converts the arguments to the task's options, as in `TaskCommand`.
  func taskOptions(modelPath: String, mode: RunningMode, values: [String: OptionValue]? = nil) -> Task.Options {
    engine.options(of: Task.self, modelPath: modelPath, mode: mode, values: values ?? arguments.values)
  }
}
