import ArgumentParser
import VisionCatalog
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
      let sandbox = try WorkerEntry.enter(worker.limits)
      let data = try ModelData(contentsOfFile: try ModelCatalog().resolve(model))
      let report = try ModelReport(name: model, data).text().joined(separator: "\n")
      try output.write(WorkerEntry.ready("inspect", mode: nil, sandbox: sandbox, report: report))
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
    let after: [String]
  }

  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func run() throws {
    try WorkerOutput.take { output in
      let before = SandboxReport.possible()
      let sandbox = try WorkerEntry.enter(worker.limits)
      try output.write(Report(before: before, sandbox: sandbox, after: SandboxReport.possible()))
    }
  }
}
