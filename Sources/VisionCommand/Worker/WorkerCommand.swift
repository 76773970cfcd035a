import ArgumentParser
import LiteRTEngine
import VisionCatalog
import VisionModels
import VisionTasks
import VisionWorker

struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Process images from standard input within resource limits, with JSON lines on standard output.",
    discussion: """
      One task per process. A request is a line of JSON, {"id": 1, "bytes": 12345}, followed by that many bytes of an image \
      file or of pixels; the response is one line. Memory, CPU time and open files are limited. On Linux a worker has no \
      network access, cannot start processes and cannot write files. docs/worker.md describes the protocol.
      """,
    subcommands: TaskRegistry.all.map { $0.workerCommand } + [WorkerInspectCommand.self, WorkerCheckCommand.self])
}

enum WorkerEntry {
  /// Applies the limits and enters the sandbox, in which the files of `models` stay readable. With `loadsRuntime`
  /// LiteRT's library, which is trusted, is loaded before.
  static func enter(_ limits: WorkerLimits, models: [String], loadsRuntime: Bool) throws -> WorkerSandbox {
    RuntimeLog.openNullDevice()
    try limits.apply()
    if loadsRuntime { try loadRuntime(within: limits) }
    let sandbox = WorkerSandbox.enter(readable: models)
    if let reason = sandbox.unfilteredReason {
      StandardError.print(
        "Warning: this worker is limited but not sandboxed, so it can access the network and files: \(reason).")
    }
    return sandbox
  }

  /// Within low limits a library that is there cannot be loaded, which its own error does not know.
  private static func loadRuntime(within limits: WorkerLimits) throws {
    do { _ = try RuntimeLibrary.shared() } catch let error as TasksError {
      let defaults = WorkerLimits()
      let low = WorkerLimits.flags.filter {
        [\.memoryMegabytes, \.openFiles].contains($0.limit) && limits[keyPath: $0.limit] < defaults[keyPath: $0.limit]
      }
      guard !low.isEmpty else { throw error }
      let names = low.map { "--\($0.name) \(limits[keyPath: $0.limit]) (default: \(defaults[keyPath: $0.limit]))" }
      throw TasksError(
        error.code, "\(names.joined(separator: " and ")) may be too low; give more, or leave it out. \(error.message)")
    }
  }
}

struct WorkerTaskCommand<Task: TaskDefinition>: TaskSubcommand {
  @OptionGroup var engine: EngineOptions
  @Option(help: "Whether requests are independent images, or frames of one video, each with a timestampMs.")
  var mode: WorkerMode = .image

  @OptionGroup(title: Task.descriptor.title) var arguments: TaskArguments<Task, WorkerPlace>
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func run() throws {
    try WorkerOutput.take { output in
      let setup = try setup()
      let options = setup.options(mode.runningMode)
      if mode == .image, let note = Task.imageNote(options) { StandardError.print(note) }
      let sandbox = try WorkerEntry.enter(worker.limits, models: setup.models, loadsRuntime: true)
      let task = try Task.makeTask(options, answer: nil)
      try setup.warn()
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

struct WorkerLimitOptions: DescribedArguments {
  var given: [String: OptionValue] = [:]

  static var described: [DescribedArgument] {
    WorkerLimits.flags.map { name, limit, help in
      let text = "\(help) (default: \(WorkerLimits()[keyPath: limit]))"
      return DescribedArgument(name, key: name, .integer, help: text, value: "n")
    }
  }

  var limits: WorkerLimits {
    WorkerLimits.flags.reduce(into: WorkerLimits()) { limits, flag in
      if let value = given[flag.name]?.number { limits[keyPath: flag.limit] = Int.clamped(value) }
    }
  }

  mutating func validate() throws {
    for (name, limit, _) in WorkerLimits.flags {
      try ValidationError.check(limits[keyPath: limit], in: 1...Int.max, option: "--\(name)")
    }
  }
}

struct WorkerInspectCommand: ParsableCommand {
  /// The maximum length of an option's names in the line, in bytes; warnings about them are not worth more.
  private static let maxVocabulary = 100_000

  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Describe a .task or .tflite file in one JSON line.")

  @Option(help: ArgumentHelp("A model's name in the catalog or a model file.", valueName: "name-or-path"))
  var model: String

  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func run() throws {
    try WorkerOutput.take { output in
      let path = try ModelCatalog().resolve(model)
      let sandbox = try WorkerEntry.enter(worker.limits, models: [path], loadsRuntime: false)
      let data = try ModelData(contentsOfFile: path)
      let report = try ModelReport(name: model, data).text().joined(separator: "\n")
      var ready = WorkerReady(task: "inspect", mode: nil, sandbox: sandbox, report: report)
      ready.vocabularies = TaskRegistry.all.reduce(into: [:]) { found, task in
        // A task that cannot read them refuses the model, and says why.
        found[task.descriptor.name] = try? task.vocabularies(ofModelAt: path).filter { $1.size <= Self.maxVocabulary }
      }
      try output.write(ready)
    }
  }
}

/// `vision worker check`: tries what the sandbox should block; for tests.
struct WorkerCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Try what the sandbox should block.", shouldDisplay: false)

  private struct Report: Encodable {
    let before: [String]
    let sandbox, landlock: Bool
    let after: [String]
    /// What a thread can do that is older than the sandbox; nil without one.
    let olderThread: [String]?
    let limits: [String: [UInt64]]
  }

  @Flag(help: "Also try it in a thread that is older than the sandbox.") var olderThread = false

  @Flag(help: "Compute until the limit of CPU time ends the process.") var endless = false

  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func run() throws {
    try WorkerOutput.take { output in
      let before = SandboxReport.possible()
      let names = Locked<[String]>([])
      let older =
        olderThread ? CompanionThread<Never>(name: "older") { names.withLock { $0 = SandboxReport.possible() } } : nil
      let sandbox = try WorkerEntry.enter(worker.limits, models: [], loadsRuntime: false)
      older?.start()
      older?.finish()
      try output.write(
        Report(
          before: before, sandbox: sandbox.unfilteredReason == nil, landlock: sandbox.unlimitedFilesReason == nil,
          after: SandboxReport.possible(), olderThread: older.map { _ in names.withLock { $0 } },
          limits: SandboxReport.limits()))
      var number = 0
      while endless { number &+= 1 }
    }
  }
}
