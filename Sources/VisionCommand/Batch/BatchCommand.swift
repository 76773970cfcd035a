import ArgumentParser
import VisionCatalog
import VisionTasks

struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Process many images and videos into a folder of results, which the same command continues.",
    discussion: """
      Results are written in parts. A part that is finished is never done again: after Ctrl-C, SIGKILL or a power failure the \
      same command continues, and the folder has the same bytes as after an undisturbed run. Inputs that fail are listed in \
      errors.jsonl. With --shard several machines share the work, and `vision batch merge` joins their folders. \
      docs/batch.md has examples.
      """,
    subcommands: TaskRegistry.all.map { $0.batchCommand } + [BatchMergeCommand.self])
}

struct BatchTaskCommand<Task: TaskDefinition>: TaskSubcommand {
  @OptionGroup var batch: BatchOptions
  @OptionGroup(title: Task.descriptor.title) var arguments: TaskArguments<Task, BatchPlace>

  var engine: EngineOptions { batch.engine }

  func run() throws {
    let setup = try setup()
    try setup.warn()
    let description = try description(setup)
    do {
      let (folder, stored, finished) = try BatchPreparation(options: batch, description: description).prepare()
      // Until here nothing is lost by ending at once.
      StopSignal.shared.install()
      let work = try BatchWork(stored, in: folder, finished: finished, isRetry: batch.retryFailed)
      let poolSize = batch.jobs.poolSize(inputCount: work.inputCount)
      let memory = BatchMemory(limit: batch.maxMemory ?? BatchMemory.defaultLimit, pixelLimit: batch.maxPixels)
      try BatchRun(stored, work, in: folder, finished: finished, isQuiet: batch.quiet).run(
        poolSize: poolSize, memory: memory, orientation: batch.engine.rotation.orientation,
        followsPlaylists: batch.followPlaylists
      ) { mode in
        try Task.makeTask(setup.options(mode, poolSize: poolSize), answer: nil)
      }
    } catch let failure as BatchFolderFailure {
      let advice = failure.cause == .writing ? " The same command continues." : ""
      throw ExitStatus.unusableFolder.reporting(failure.error.message + advice)
    }
  }

  private func description(_ setup: TaskSetup<Task>) throws -> BatchDescription {
    let options = setup.options(.image)
    guard !Task.isSequential(options) else {
      throw ValidationError("With --stream images depend on those before them; a batch has independent inputs.")
    }
    if !batch.quiet, let note = Task.imageNote(options) { StandardError.print(note) }
    if batch.segmentSeconds != nil, Task.hasState(options) {
      StandardError.print(
        "Warning: --segment-seconds has no effect: this task follows what it finds from frame to frame, so videos stay whole."
      )
    }
    return BatchDescription(
      task: Task.descriptor.name, model: try Self.identity(ofModel: setup.modelPath), options: try texts(setup),
      format: batch.format, partSize: batch.partSize,
      segmentSeconds: Task.hasState(options) ? nil : batch.segmentSeconds, version: PackageVersion.current,
      shard: try batch.shard?.shard(ProcessInfo.processInfo.environment) ?? .whole, labels: try labels(setup))
  }

  private func labels(_ setup: TaskSetup<Task>) throws -> BatchLabels? {
    let kinds = OutputFileKind.labelled.filter { arguments.labels[$0] != nil }
    guard let first = kinds.first else { return nil }
    guard batch.format == .jsonl else {
      throw ValidationError("\(first.flag) needs --format jsonl, since labels are made of its lines.")
    }
    return BatchLabels(
      formats: kinds.map(\.name), keypoints: arguments.keypoints ?? .all,
      classNames: try Task.classNames(ofModelAt: setup.modelPath))
  }

  /// The options that results depend on, as texts under their flags. Threads and jobs change no result.
  private func texts(_ setup: TaskSetup<Task>) throws -> [String: String] {
    var texts: [String: String] = [:]
    for option in type(of: arguments).descriptors {
      guard let value = setup.values[option.key] else { continue }
      texts[option.flag] =
        switch (value, option.kind) {
        case (.text(let path), .model): try Self.identity(ofModel: path)
        case (.text(let text), _): text
        // A flag is given or not, whatever it switches.
        case (.toggle, _): "given"
        case (.number(let number), _): number.plainText
        case (.names(let names), _): names.joined(separator: ",")
        }
    }
    if engine.rotation != .none { texts["--rotation"] = "\(engine.rotation.rawValue)" }
    if let kernels = engine.kernels { texts["--kernels"] = kernels.rawValue }
    if engine.precision != .exact { texts["--precision"] = engine.precision.rawValue }
    if engine.allowUnverifiedOperators { texts["--allow-unverified-operators"] = "given" }
    if batch.followPlaylists { texts["--follow-playlists"] = "given" }
    return texts
  }

  /// A model's file name and digest: its folder differs between machines.
  private static func identity(ofModel path: String) throws -> String {
    "\(path.lastPathPart) sha256:\(try FileDigest.sha256(of: URL(literalPath: path)))"
  }
}
