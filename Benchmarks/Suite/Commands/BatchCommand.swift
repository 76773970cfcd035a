import ArgumentParser
import Foundation

/// `vision-bench batch`: times a folder of images on all cores.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Time a folder of images on all cores.",
    discussion: """
      Our time is the whole run of the command, including its start. MediaPipe runs in one process per core, and its time \
      begins when its tasks exist; with a few hundred images the difference is small. MediaPipe cannot read grayscale images, \
      so the folder must have none.
      """)

  @Argument(help: ArgumentHelp("A folder of images.", valueName: "folder"))
  var folder: String

  @OptionGroup(title: "The comparison")
  var comparison: ComparisonOptions

  @OptionGroup var program: ProgramOption

  @Option(help: ArgumentHelp("Measure only rows whose name contains this text.", valueName: "text"))
  var only: String?

  func run() throws {
    let rows = BatchRow.all.filter { row in only.map { row.name.localizedCaseInsensitiveContains($0) } ?? true }
    let (vision, peer) = (try program.executable, try comparison.peer(script: "batch_peer.py"))
    let reports = try rows.map { row in
      try BatchMeasurement(row: row, folder: folder, rounds: comparison.rounds, vision: vision, peer: peer).run()
    }
    print(BatchReport.table(reports).joined(separator: "\n"))
    try comparison.write(reports)
  }
}
