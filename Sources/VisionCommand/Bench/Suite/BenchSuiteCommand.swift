import ArgumentParser
import Foundation

/// `vision bench suite`: every task in every mode, in one table.
struct BenchSuiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suite",
    abstract: "Time everything, and write one table.",
    discussion: """
      Every row is a task with a model on a file of the folder: thumb_video.mp4, trio_pan.mp4, thumb_up_teal.png, \
      laptop_video.mp4, walkers_pan.mp4, yoga.png. A row whose file is missing is said to be not measured. Beside each ratio \
      stands the project's limit and whether it holds. Then follow pictures in folders, streams, installed size, and the \
      stages of each row with the least time that the machine could take for its multiply-adds.
      """)

  @Argument(help: ArgumentHelp("The folder with the pictures and videos.", valueName: "folder"))
  var folder: String

  @OptionGroup(title: "The comparison")
  var comparison: ComparisonOptions

  @Option(help: ArgumentHelp("A folder of pictures to be worked on as a whole.", valueName: "folder"))
  var pictures: String?

  @Option(help: ArgumentHelp("Only the work whose name or file has this in it.", valueName: "text"))
  var only: String?

  @Option(help: ArgumentHelp("The folder of the scripts that the interpreter runs.", valueName: "folder"))
  var scripts = "Benchmarks"

  @Option(
    help: ArgumentHelp(
      "Count allocations with this library, built from Benchmarks/allocation_counter.c.", valueName: "path"))
  var allocationCounter: String?

  @Option(help: ArgumentHelp("What this version is called in the table.", valueName: "text"))
  var revision = "of this build"

  @Option(name: .customLong("litert"), help: ArgumentHelp("LiteRT's version, for the table.", valueName: "text"))
  var liteRT = "as installed"

  @Option(help: ArgumentHelp("The day, for the table (default: today).", valueName: "text"))
  var date: String?

  @Option(help: ArgumentHelp("Write the table to this file too.", valueName: "path"))
  var markdown: String?

  @Option(help: ArgumentHelp("Write the figures of all rounds as JSON.", valueName: "path"))
  var json: String?

  func run() throws {
    var suite = BenchSuite(
      media: folder, pictures: pictures, rounds: comparison.rounds, peer: comparison.peer, scripts: scripts, only: only)
    suite.allocationCounter = allocationCounter
    suite.progress = { report in try write(report) }
    var report = SuiteReport(
      date: date ?? Date().formatted(.iso8601.year().month().day()), machine: .current,
      versions: SuiteReport.Versions(ours: revision, liteRT: liteRT, mediaPipe: try mediaPipeVersion()),
      rounds: comparison.rounds)
    try suite.run(&report)
    try write(report)
    print(report.text, terminator: "")
  }

  private func write(_ report: SuiteReport) throws {
    if let json { try JSONText.data(report).write(to: URL(fileURLWithPath: json), options: .atomic) }
    if let markdown { try Data(report.text.utf8).write(to: URL(fileURLWithPath: markdown), options: .atomic) }
  }

  private func mediaPipeVersion() throws -> String? {
    try comparison.peer.map { python in
      let line = try BenchProcess.python(
        python, ["-c", "import importlib.metadata; print(importlib.metadata.version('mediapipe'))"]
      ).lastLine()
      return String(decoding: line, as: UTF8.self)
    }
  }
}
