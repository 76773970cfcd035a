import ArgumentParser
import Foundation

/// `vision bench batch`: times a folder of images on all cores.
struct BenchBatchCommand: ParsableCommand {
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

  @Option(
    help: ArgumentHelp(
      "The script for the Python interpreter (default: Benchmarks/batch_peer.py of the checkout).", valueName: "path"))
  var peerScript: String?

  @Option(help: ArgumentHelp("Measure only rows whose name contains this text.", valueName: "text"))
  var only: String?

  @Option(help: ArgumentHelp("Also write the measurements of all rounds as JSON.", valueName: "path"))
  var json: String?

  func run() throws {
    let rows = SuiteBatch.all.filter { row in only.map { row.name.localizedCaseInsensitiveContains($0) } ?? true }
    let script = try comparison.peer == nil ? "" : peerScript ?? PeerScript.path("batch_peer.py")
    let reports = try rows.map { row in
      try BatchMeasurement(
        batch: row, folder: folder, rounds: comparison.rounds, peer: comparison.peer, script: script
      ).run()
    }
    print(BatchReport.table(reports).joined(separator: "\n"))
    if let json { try JSONText.data(reports).write(to: URL(fileURLWithPath: json), options: .atomic) }
  }
}
