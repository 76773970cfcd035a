import ArgumentParser
import Foundation
import VisionTasks

/// Benchmarks of the tasks, alone or interleaved with MediaPipe's Python package; `scripts/bench` runs them. A program of its own, so
/// that users' `vision` does not carry it.
@main
struct VisionBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vision-bench",
    abstract: "Benchmark the tasks, alone or against MediaPipe.",
    discussion: """
      `vision-bench TASK INPUT` is short for `vision-bench task TASK INPUT`. On a busy machine absolute times vary; quote \
      medians, and ratios of interleaved runs.
      """,
    subcommands: [
      TaskCommand.self, SuiteCommand.self, RowsCommand.self, BatchCommand.self, StreamsCommand.self,
      InferenceCommand.self, WorkerCommand.self,
    ],
    defaultSubcommand: TaskCommand.self)

  /// Prints a line of progress on standard error.
  static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// The JSON of a report.
  static func json(_ report: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(report)
  }
}

/// The number of rounds and the peer of a benchmark.
struct ComparisonOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Number of rounds, each in a new process.", valueName: "n"))
  var rounds = 3

  @Option(help: ArgumentHelp("Python interpreter with the package mediapipe, to compare with.", valueName: "python"))
  var peer: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the scripts for the Python interpreter (default: Benchmarks of the checkout).", valueName: "folder"
    ))
  var scripts: String?

  @Option(help: ArgumentHelp("Also write the measurements of all rounds as JSON.", valueName: "path"))
  var json: String?

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds is \(rounds); allowed is any integer from 1.") }
  }

  /// MediaPipe's side, run by one of the scripts; nil without `--peer`.
  func peer(script: String) throws -> BenchProcess? {
    try peer.map { .python($0, [try PeerScript.path(script, in: scripts)]) }
  }

  /// Writes a report where `--json` asks for it.
  func write(_ report: some Encodable) throws {
    if let json { try VisionBench.json(report).write(to: URL(filePath: json), options: .atomic) }
  }
}

/// The `vision` that is measured as a whole.
struct ProgramOption: ParsableArguments {
  @Option(help: ArgumentHelp("The program vision (default: the one beside this program).", valueName: "path"))
  var vision: String?

  /// The program's file.
  var executable: URL {
    get throws {
      try vision.map { URL(filePath: $0) }
        ?? BenchProcess.ours().executable.deletingLastPathComponent().appending(path: "vision")
    }
  }
}

extension Kernels: ExpressibleByArgument {}
