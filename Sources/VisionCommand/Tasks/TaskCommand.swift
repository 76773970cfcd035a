import ArgumentParser
import VisionCatalog
import VisionTasks

struct TaskCommand<Task: TaskDefinition>: TaskSubcommand {
  @OptionGroup var media: MediaOptions
  @OptionGroup(title: Task.descriptor.title) var arguments: TaskArguments<Task, CommandPlace>

  var engine: EngineOptions { media.engine }

  func run() throws {
    let setup = try setup()
    try setup.warn()
    try checkKeptClasses(setup)
    let imageOptions = setup.options(.image)
    let cutout = try arguments.cutout()
    var outputs = OutputRequest(
      json: media.json, csv: media.csv, npy: arguments.npy, isTracked: arguments.isTracked, labels: arguments.labels,
      cocoImages: arguments.cocoImages,
      keypoints: arguments.keypoints ?? .all, annotate: media.annotate, masks: arguments.maskFolder, cutout: cutout,
      wantsText: media.printsText && arguments.npy == nil && cutout == nil, listsAll: media.verbose)
    if !outputs.labels.isEmpty {
      outputs.scheme = LabelScheme(
        Task.format, classNames: try Task.classNames(ofModelAt: setup.modelPath), keypoints: outputs.keypoints,
        version: PackageVersion.current)
    }
    // The inputs are not counted yet.
    let imagePoolSize = Task.isSequential(imageOptions) ? 1 : media.poolSize(inputCount: .max)
    try TaskRun(
      media: media, models: setup.models, outputs: outputs, imagesAreSequential: Task.isSequential(imageOptions),
      imageNote: Task.imageNote(imageOptions)
    ) { mode, liveResults in
      try Task.makeTask(
        setup.options(mode, poolSize: mode == .image ? imagePoolSize : 1), answer: liveResults.map { $0.add })
    }.run()
  }

  /// A misspelt name would leave an empty image.
  private func checkKeptClasses(_ setup: TaskSetup<Task>) throws {
    guard let names = try arguments.cutout()?.classes else { return }
    let known = try Task.classNames(ofModelAt: setup.modelPath)
    guard !known.isEmpty else {
      throw TasksError.invalidArgument("--keep names classes, but the model has no names of its classes; leave it out.")
    }
    setup.warn(of: CategoryVocabulary("classes", known).warnings(about: names, as: "--keep"))
  }
}

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

struct TaskSetup<Task: TaskDefinition>: Sendable {
  /// The paths of the task's model and of further ones, which are read.
  let models: [String]
  let values: [String: OptionValue]
  let engine: EngineOptions

  var modelPath: String { models[0] }

  /// The options are a class: each call makes new ones. `threads` holds without `--threads`; 0 is the task's number.
  func options(_ mode: RunningMode, threads: Int = 0) -> Task.Options {
    let options = Task.makeOptions(modelPath: modelPath, mode: mode, values: values)
    engine.apply(to: options.baseOptions, threads: threads)
    return options
  }

  /// The options of each task in a pool: concurrent tasks have one thread each, a single one has all.
  func options(_ mode: RunningMode, poolSize: Int) -> Task.Options { options(mode, threads: poolSize > 1 ? 1 : 0) }

  func warn() throws { warn(of: try Task.warnings(about: values, modelPath: modelPath)) }

  func warn(of warnings: [String]) { for warning in warnings { StandardError.print("Warning: \(warning)") } }
}

extension TaskDefinition {
  static var command: any ParsableCommand.Type { TaskCommand<Self>.self }
  static var evaluateCommand: any ParsableCommand.Type { EvaluateTaskCommand<Self>.self }
  static var batchCommand: any ParsableCommand.Type { BatchTaskCommand<Self>.self }
  static var workerCommand: any ParsableCommand.Type { WorkerTaskCommand<Self>.self }
}
