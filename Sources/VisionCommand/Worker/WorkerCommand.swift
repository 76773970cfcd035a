import ArgumentParser
import LiteRTEngine
import VisionTasks
import VisionWorker

/// `vision worker`: tasks as sandboxed processes that answer requests, for servers.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Process images from standard input within resource limits, with JSON lines on standard output.",
    discussion: """
      One task per process. A request is a line of JSON, {"id": 1, "bytes": 12345}, followed by that many bytes of an image \
      file or of pixels; the response is one line. Memory, CPU time and open files are limited. On Linux a worker has no \
      network access, cannot start processes and cannot write files. docs/worker.md describes the protocol.
      """,
    subcommands: TaskRegistry.all.map { $0.workerCommand } + [
      WorkerInspectCommand.self,
      WorkerCheckCommand.self,
    ])
}

enum WorkerEntry {
  /// Applies the limits and enters the sandbox, in which the files of `models` stay readable. With `loadsRuntime`
  /// LiteRT's library, which is trusted, is loaded before.
  static func enter(_ limits: WorkerLimits, models: [String], loadsRuntime: Bool) throws -> WorkerSandbox {
    RuntimeLog.openNullDevice()
    try limits.apply()
    if loadsRuntime { _ = try RuntimeLibrary.shared() }
    let sandbox = WorkerSandbox.enter(readable: models)
    if let reason = sandbox.unfilteredReason {
      StandardError.print(
        "Warning: this worker is limited but not sandboxed, so it can access the network and files: \(reason).")
    }
    return sandbox
  }
}

struct WorkerTaskCommand<Task: TaskDefinition>: TaskSubcommand {
  @OptionGroup var engine: EngineOptions
  @OptionGroup var requests: WorkerModeOption
  @OptionGroup(title: Task.descriptor.title) var arguments: TaskArguments<Task, WorkerPlace>
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func run() throws {
    let mode = requests.mode
    try WorkerOutput.take { output in
      let setup = try setup()
      let options = setup.options(mode.runningMode)
      if mode == .image, let note = Task.imageNote(options) { StandardError.print(note) }
      let sandbox = try WorkerEntry.enter(worker.limits, models: setup.models, loadsRuntime: true)
      let task = try Task.makeTask(options, answer: nil)
      try output.write(WorkerReady(task: Task.descriptor.name, mode: mode.rawValue, sandbox: sandbox))
      try WorkerLoop(
        task: task, mode: mode, orientation: engine.rotation.orientation, limits: worker.limits, output: output
      ).run()
    }
  }
}

enum WorkerMode: String, ExpressibleByArgument, CaseIterable {
  case image, video

  var runningMode: RunningMode { self == .image ? .image : .video }
}

struct WorkerModeOption: ParsableArguments {
  @Option(help: "Whether requests are independent images, or frames of one video, each with a timestampMs.")
  var mode: WorkerMode = .image
}

struct WorkerLimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum memory in megabytes; beyond it the process ends.", valueName: "n"))
  var memory = WorkerLimits().memoryMegabytes

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum CPU time of loading the model and of each request, in seconds; beyond it the process ends.",
      valueName: "n"))
  var processorSeconds = WorkerLimits().processorSeconds

  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of open files.", valueName: "n"))
  var openFiles = WorkerLimits().openFiles

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum bytes of a request; larger ones are rejected.", valueName: "n")
  )
  var maxBytes = WorkerLimits().requestBytes

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum pixels of an image; larger ones are rejected.", valueName: "n")
  )
  var maxPixels = WorkerLimits().pixels

  var limits: WorkerLimits {
    var limits = WorkerLimits()
    limits.memoryMegabytes = memory
    limits.processorSeconds = processorSeconds
    limits.openFiles = openFiles
    limits.requestBytes = maxBytes
    limits.pixels = maxPixels
    return limits
  }

  mutating func validate() throws {
    let values = [
      ("--memory", memory), ("--processor-seconds", processorSeconds), ("--open-files", openFiles),
      ("--max-bytes", maxBytes), ("--max-pixels", maxPixels),
    ]
    for (option, value) in values where value < 1 {
      throw ValidationError("\(option) is \(value); allowed is any integer from 1.")
    }
  }
}
