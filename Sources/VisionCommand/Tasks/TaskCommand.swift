import ArgumentParser
import VisionTasks

/// `vision TASK`: runs a task on files and streams.
struct TaskCommand<Task: TaskDefinition>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Task.descriptor.name, abstract: Task.descriptor.abstract)
  }

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: Task.descriptor.title) var arguments: TaskArguments<Task, CommandPlace>

  func run() throws {
    let modelPath = try media.engine.modelPath(default: Task.descriptor.defaultModel)
    let values = try media.engine.resolvingModels(Task.self, arguments.values)
    StandardError.print(warnings: try Task.warnings(about: values, modelPath: modelPath))
    let imageOptions = taskOptions(modelPath: modelPath, mode: .image, values: values)
    var outputs = OutputRequest(
      media, coco: arguments.coco, cocoImages: arguments.cocoImages, masks: arguments.maskFolder)
    if outputs.coco != nil { outputs.classNames = try Task.classNames(ofModelAt: modelPath) }
    let furtherModels = Task.descriptors.compactMap { option -> String? in
      if case .model = option.kind { values[option.key]?.text } else { nil }
    }
    try TaskRun(
      media: media, models: [modelPath] + furtherModels, outputs: outputs,
      imagesAreSequential: Task.isSequential(imageOptions), imageNote: Task.imageNote(imageOptions)
    ) { mode, liveResults in
      try Task.makeTask(
        taskOptions(modelPath: modelPath, mode: mode, values: values), answer: liveResults.map { $0.add })
    }.run()
  }

  /// Converts the arguments to the task's options.
  ///
  /// - Parameters:
  ///   - modelPath: The path of the model.
  ///   - mode: The running mode.
  ///   - values: The values with resolved paths of additional models; nil, the default, for the command line's values.
  /// - Returns: The options.
  func taskOptions(modelPath: String, mode: RunningMode, values: [String: OptionValue]? = nil) -> Task.Options {
    let options = media.engine.options(
      of: Task.self, modelPath: modelPath, mode: mode, values: values ?? arguments.values)
    // Concurrent images get one thread each; sequential ones use all.
    if !Task.isSequential(options) { options.baseOptions.threadCount = media.threadCount(for: mode) }
    return options
  }
}

extension EngineOptions {
  /// Creates a task's options from values and these engine options.
  func options<Task: TaskDefinition>(
    of task: Task.Type, modelPath: String, mode: RunningMode, values: [String: OptionValue]
  ) -> Task.Options {
    let options = task.makeOptions(modelPath: modelPath, mode: mode, values: values)
    options.baseOptions.threadCount = threads ?? 0
    if let kernels { options.baseOptions.kernels = kernels }
    options.baseOptions.allowUnverifiedOperators = allowUnverifiedOperators
    return options
  }

  /// Replaces model names in values by paths.
  func resolvingModels<Task: TaskDefinition>(
    _ task: Task.Type, _ values: [String: OptionValue]
  ) throws -> [String: OptionValue] {
    try task.resolvingModels(in: values) { try Self.path(of: $0) }
  }
}

extension TaskDefinition {
  /// `vision TASK`.
  static var command: any ParsableCommand.Type { TaskCommand<Self>.self }
  /// `vision batch TASK`.
  static var batchCommand: any ParsableCommand.Type { BatchTaskCommand<Self>.self }
  /// `vision worker TASK`.
  static var workerCommand: any ParsableCommand.Type { WorkerTaskCommand<Self>.self }
}
