import ArgumentParser
import VisionCatalog
import VisionTasks

/// `vision TASK`: runs a task on files and streams.
struct TaskCommand<Task: TaskDefinition>: TaskSubcommand {
  @OptionGroup var media: MediaOptions
  @OptionGroup(title: Task.descriptor.title) var arguments: TaskArguments<Task, CommandPlace>

  var engine: EngineOptions { media.engine }

  func run() throws {
    let setup = try setup()
    try setup.warn()
    let imageOptions = setup.options(.image)
    var outputs = OutputRequest(
      media, coco: arguments.coco, cocoImages: arguments.cocoImages, masks: arguments.maskFolder)
    if outputs.coco != nil { outputs.classNames = try Task.classNames(ofModelAt: setup.modelPath) }
    // Concurrent images get one thread each; sequential ones use all.
    let imageThreads = Task.isSequential(imageOptions) ? 0 : media.imageThreads
    try TaskRun(
      media: media, models: setup.models, outputs: outputs, imagesAreSequential: Task.isSequential(imageOptions),
      imageNote: Task.imageNote(imageOptions)
    ) { mode, liveResults in
      try Task.makeTask(
        setup.options(mode, threads: mode == .image ? imageThreads : 0), answer: liveResults.map { $0.add })
    }.run()
  }
}

/// The command of a task: `vision TASK`, `vision batch TASK` and `vision worker TASK`.
protocol TaskSubcommand: ParsableCommand {
  associatedtype Task: TaskDefinition
  associatedtype Place: ArgumentPlace
  var engine: EngineOptions { get }
  var arguments: TaskArguments<Task, Place> { get }
}

extension TaskSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Task.descriptor.name, abstract: Task.descriptor.abstract)
  }

  /// The task with the paths of its models. Throws `TasksError` with `notFoundError` for a model that is not fetched or does not exist.
  func setup() throws -> TaskSetup<Task> {
    let catalog = ModelCatalog()
    var models = [try catalog.resolve(engine.model ?? Task.descriptor.defaultModel)]
    let values = try Task.resolvingModels(in: arguments.values) { name in
      let path = try catalog.resolve(name)
      models.append(path)
      return path
    }
    return TaskSetup(models: models, values: values, engine: engine)
  }
}

/// A task as a command line asks for it, to be created in several modes and threads.
struct TaskSetup<Task: TaskDefinition>: Sendable {
  /// The paths of the task's model and of further ones, which are read.
  let models: [String]
  /// The task's options, with the paths of further models.
  let values: [String: OptionValue]
  let engine: EngineOptions

  var modelPath: String { models[0] }

  /// The task's options. `threads` is the number of inference threads without `--threads`; 0 for the task's own. The options are a class:
  /// each call makes new ones.
  func options(_ mode: RunningMode, threads: Int = 0) -> Task.Options {
    let options = Task.makeOptions(modelPath: modelPath, mode: mode, values: values)
    options.baseOptions.threadCount = engine.threads ?? threads
    if let kernels = engine.kernels { options.baseOptions.kernels = kernels }
    options.baseOptions.allowUnverifiedOperators = engine.allowUnverifiedOperators
    return options
  }

  /// Prints warnings about options that probably have no useful effect.
  func warn() throws {
    for warning in try Task.warnings(about: values, modelPath: modelPath) { StandardError.print("Warning: \(warning)") }
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
