import ArgumentParser

/// `vision bench`: benchmarks of the tasks, alone or interleaved with MediaPipe's Python package.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Benchmark the tasks, alone or against MediaPipe.",
    discussion: """
      `vision bench TASK INPUT` is short for `vision bench task TASK INPUT`. On a busy machine absolute times vary; quote \
      medians, and ratios of interleaved runs.
      """,
    subcommands: [
      BenchTaskCommand.self, BenchSuiteCommand.self, BenchBatchCommand.self, BenchStreamsCommand.self,
    ],
    defaultSubcommand: BenchTaskCommand.self)
}

/// The number of rounds and the peer of a benchmark.
struct ComparisonOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Number of rounds, each in a new process.", valueName: "n"))
  var rounds = 3

  @Option(help: ArgumentHelp("Python interpreter with the package mediapipe, to compare with.", valueName: "python"))
  var peer: String?

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds is \(rounds); allowed is any integer from 1.") }
  }
}
