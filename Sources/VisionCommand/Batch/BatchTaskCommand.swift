import ArgumentParser
import Foundation
import VisionCatalog
import VisionCore
import VisionTasks

/// `vision batch TASK`.
struct BatchTaskCommand<Task: TaskDefinition>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Task.descriptor.name, abstract: Task.descriptor.abstract)
  }

  @OptionGroup var batch: BatchOptions
  @OptionGroup(title: Task.descriptor.title) var arguments: TaskArguments<Task, BatchPlace>

  func run() throws {
    let modelPath = try batch.engine.modelPath(default: Task.descriptor.defaultModel)
    let values = try batch.engine.resolvingModels(Task.self, arguments.values)
    let poolSize = batch.jobs ?? ProcessResources.current.processors
    StandardError.print(warnings: try Task.warnings(about: values, modelPath: modelPath))
    let description = try description(modelPath: modelPath, values: values)
    do {
      let (folder, stored, finished) = try BatchPreparation(batch, description).prepare()
      // Until here nothing is lost by ending at once.
      StopSignal.shared.install()
      let work = try BatchWork(stored, in: folder, finished: finished, isRetry: batch.retryFailed)
      let memory = BatchMemory(limit: batch.maxMemory ?? BatchMemory.defaultLimit, pixelLimit: batch.maxPixels)
      try BatchRun(stored, in: folder, finished: finished, isQuiet: batch.quiet).run(
        work, poolSize: poolSize, memory: memory, orientation: batch.engine.rotation.orientation,
        followsPlaylists: batch.followPlaylists
      ) { mode in
        let options = taskOptions(modelPath: modelPath, mode: mode, values: values)
        // One thread for each input; all for a single one.
        if batch.engine.threads == nil, min(poolSize, work.inputCount) > 1 { options.baseOptions.threadCount = 1 }
        return try Task.makeTask(options, answer: nil)
      }
    } catch let failure as BatchFolderFailure {
      let advice = failure.cause == .writing ? " The same command continues." : ""
      StandardError.print("Error: \(failure.error.message)\(advice)")
      throw ExitStatus.unusableFolder
    }
  }

  /// What the results depend on.
  private func description(modelPath: String, values: [String: OptionValue]) throws -> BatchDescription {
    let options = taskOptions(modelPath: modelPath, mode: .image, values: values)
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
      task: Task.descriptor.name, model: try Self.identity(ofModel: modelPath),
      options: try BatchOptionTexts(arguments, batch.engine, resolved: values).texts, format: batch.format,
      partSize: batch.partSize, segmentSeconds: Task.hasState(options) ? nil : batch.segmentSeconds,
      version: PackageVersion.current,
      shard: try batch.shard?.shard(ProcessInfo.processInfo.environment) ?? .whole)
  }

  /// A model's file name and digest: its folder differs between machines.
  static func identity(ofModel path: String) throws -> String {
    "\(path.lastPathPart) sha256:\(try FileDigest.sha256(of: URL(filePath: path)))"
  }

  /// Converts the arguments to the task's options, as in `TaskCommand`.
  func taskOptions(modelPath: String, mode: RunningMode, values: [String: OptionValue]? = nil) -> Task.Options {
    batch.engine.options(of: Task.self, modelPath: modelPath, mode: mode, values: values ?? arguments.values)
  }
}
