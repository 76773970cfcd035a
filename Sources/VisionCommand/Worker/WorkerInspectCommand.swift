import ArgumentParser
import Foundation
import VisionCatalog
import VisionCore
import VisionModels
import VisionWorker

/// `vision worker inspect`: `vision models info` in the sandbox.
struct WorkerInspectCommand: ParsableCommand {
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
      try output.write(WorkerReady(task: "inspect", mode: nil, sandbox: sandbox, report: report))
    }
  }
}

/// `vision worker check`: tries what the sandbox should block; for tests.
struct WorkerCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Try what the sandbox should block.", shouldDisplay: false)

  private struct Report: Encodable {
    let before: [String]
    let sandbox: Bool
    let landlock: Bool
    let after: [String]
    /// What a thread can do that is older than the sandbox; nil without one.
    let olderThread: [String]?
    let limits: [String: [UInt64]]
  }

  @Flag(help: "Also try it in a thread that is older than the sandbox.")
  var olderThread = false

  @Flag(help: "Compute until the limit of CPU time ends the process.")
  var endless = false

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
