import ArgumentParser

/// How a benchmark compares: with whom, and how often.
struct ComparisonOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Rounds; each is a fresh process.", valueName: "n"))
  var rounds = 3

  @Option(help: ArgumentHelp("A Python interpreter with the package mediapipe.", valueName: "python"))
  var peer: String?

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds is \(rounds); allowed is any integer from 1.") }
  }
}
