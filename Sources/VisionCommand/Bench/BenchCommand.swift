import ArgumentParser

/// `vision bench`: how fast the tasks are, alone or beside MediaPipe's Python package in the same run.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Time the tasks, alone or beside MediaPipe.",
    discussion: """
      `vision bench TASK INPUT` is `vision bench task TASK INPUT`. On a busy machine times come and go; quote medians and the \
      ratios of two programs that took turns.
      """,
    subcommands: [
      BenchTaskCommand.self, BenchSuiteCommand.self, BenchBatchCommand.self, BenchStreamsCommand.self,
    ],
    defaultSubcommand: BenchTaskCommand.self)
}
