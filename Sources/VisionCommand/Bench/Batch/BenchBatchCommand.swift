import ArgumentParser
import Foundation

/// `vision bench batch`: a folder of images on all cores.
struct BenchBatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Time a folder of pictures on all cores.",
    discussion: """
      Ours is the whole run of the command, its start included; MediaPipe works in as many processes as there are cores, and \
      its time begins when its tasks are made. A few hundred pictures make the start count little. MediaPipe cannot read gray \
      pictures; the folder must have none.
      """)

  @Argument(help: ArgumentHelp("A folder of pictures.", valueName: "folder"))
  var pictures: String

  @OptionGroup(title: "The comparison")
  var comparison: ComparisonOptions

  @Option(help: ArgumentHelp("The script that the interpreter runs.", valueName: "path"))
  var peerScript = "Benchmarks/batch_peer.py"

  @Option(help: ArgumentHelp("Only the work whose name has this in it.", valueName: "text"))
  var only: String?

  @Option(help: ArgumentHelp("Also write the figures of all rounds as JSON.", valueName: "path"))
  var json: String?

  func run() throws {
    let rows = SuiteBatch.all.filter { row in only.map { row.name.localizedCaseInsensitiveContains($0) } ?? true }
    let reports = try rows.map { row in
      try BatchMeasurement(
        batch: row, pictures: pictures, rounds: comparison.rounds, peer: comparison.peer, script: peerScript
      ).run()
    }
    print(BatchReport.table(reports).joined(separator: "\n"))
    if let json { try JSONText.data(reports).write(to: URL(fileURLWithPath: json), options: .atomic) }
  }
}
