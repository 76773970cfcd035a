import ArgumentParser
import Foundation

/// `vision-bench suite`: all tasks in all modes, in one table.
struct SuiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suite",
    abstract: "Benchmark all tasks and print one table.",
    discussion: """
      Each row is a task with a model on a file in the folder: thumb_video.mp4, trio_pan.mp4, thumb_up_teal.png, \
      laptop_video.mp4, walkers_pan.mp4, yoga.png. Rows with missing files are listed as not measured. Each ratio has the \
      project's limit and whether it holds. Folders of images, streams, installed size and the stages of each row follow, \
      with the minimum time that the machine needs for the row's MACs.
      """)

  @Argument(help: ArgumentHelp("The folder with the images and videos.", valueName: "folder"))
  var folder: String

  @OptionGroup(title: "The comparison")
  var comparison: ComparisonOptions

  @Option(help: ArgumentHelp("A folder of images for the batch rows.", valueName: "folder"))
  var images: String?

  @Option(help: ArgumentHelp("Measure only rows whose name or file contains this text.", valueName: "text"))
  var only: String?

  @OptionGroup var program: ProgramOption

  @Option(
    help: ArgumentHelp(
      "Count allocations with this library, built from Benchmarks/allocation_counter.c.", valueName: "path"))
  var allocationCounter: String?

  @Option(help: ArgumentHelp("Name of this version in the table.", valueName: "text"))
  var revision = "of this build"

  @Option(name: .customLong("litert"), help: ArgumentHelp("LiteRT's version in the table.", valueName: "text"))
  var liteRT = "as installed"

  @Option(help: ArgumentHelp("Date in the table (default: today).", valueName: "text"))
  var date: String?

  @Option(help: ArgumentHelp("Also write the table to this file.", valueName: "path"))
  var markdown: String?

  func run() throws {
    var suite = BenchSuite(
      media: folder, images: images, rounds: comparison.rounds, peer: comparison.peer, scripts: comparison.scripts,
      vision: try program.executable, only: only)
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
    try comparison.write(report)
    if let markdown { try Data(report.text.utf8).write(to: URL(filePath: markdown), options: .atomic) }
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
