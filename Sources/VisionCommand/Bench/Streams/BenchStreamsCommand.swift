import ArgumentParser
import Foundation
import VisionCatalog
import VisionTasks

/// `vision bench streams`: how latency and memory grow with the streams that one process follows.
struct BenchStreamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streams",
    abstract: "Time a task on several videos at a time.",
    discussion: """
      Every stream has a task and a thread of its own and gives the next frame as soon as the last one is done. Every number of \
      streams is a fresh process.
      """)

  @Argument(help: ArgumentHelp("The task: \(BenchSpec.names.joined(separator: ", ")).", valueName: "task"))
  var task: String

  @Argument(help: ArgumentHelp("A video file; all streams show it.", valueName: "video"))
  var input: String

  @Option(help: ArgumentHelp("A model's name in the catalog or a model file.", valueName: "name-or-path"))
  var model: String?

  @Option(parsing: .upToNextOption, help: ArgumentHelp("How many streams at a time.", valueName: "n"))
  var streams = [1, 2, 4, 8]

  @Option(parsing: .unconditional, help: ArgumentHelp("Frames of each stream.", valueName: "n"))
  var frames = 120

  @Option(parsing: .unconditional, help: ArgumentHelp("Rounds; each is a fresh process.", valueName: "n"))
  var rounds = 3

  @Option(help: ArgumentHelp("Also write the figures of all rounds as JSON.", valueName: "path"))
  var json: String?

  func validate() throws {
    do {
      _ = try BenchSpec.task(task)
    } catch let error as TasksError {
      throw ValidationError(error.message)
    }
    guard frames >= 2, rounds >= 1, !streams.isEmpty, streams.allSatisfy({ $0 >= 1 }) else {
      throw ValidationError("--frames is at least 2, --rounds and each of --streams at least 1.")
    }
  }

  func run() throws {
    let spec = try BenchSpec(
      task: task, model: try ModelCatalog().resolve(model ?? BenchSpec.task(task).descriptor.defaultModel))
    let report = try StreamsMeasurement(
      name: task, spec: spec, input: input, counts: streams, rounds: rounds, frameLimit: frames, ours: .ours()
    ).run()
    print(report.text)
    if let json { try JSONText.data(report).write(to: URL(fileURLWithPath: json), options: .atomic) }
  }
}
