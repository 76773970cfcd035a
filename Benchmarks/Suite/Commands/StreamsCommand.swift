import ArgumentParser
import Foundation
import VisionCatalog
import VisionCore
import VisionTasks

/// `vision-bench streams`: latency and memory by the number of concurrent streams.
struct StreamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streams",
    abstract: "Time a task on several concurrent videos.",
    discussion: """
      Each stream has its own task and thread, and sends the next frame as soon as the last one is done. Each number of \
      streams is measured in a new process.
      """)

  @Argument(help: ArgumentHelp("The task: \(BenchSpec.names.joined(separator: ", ")).", valueName: "task"))
  var task: String

  @Argument(help: ArgumentHelp("A video file, used by all streams.", valueName: "video"))
  var input: String

  @Option(help: ArgumentHelp("A model's name in the catalog or a model file.", valueName: "name-or-path"))
  var model: String?

  @Option(parsing: .upToNextOption, help: ArgumentHelp("Numbers of concurrent streams.", valueName: "n"))
  var streams = [1, 2, 4, 8]

  @Option(parsing: .unconditional, help: ArgumentHelp("Number of frames per stream.", valueName: "n"))
  var frames = 120

  @Option(parsing: .unconditional, help: ArgumentHelp("Number of rounds, each in a new process.", valueName: "n"))
  var rounds = 3

  @Option(help: ArgumentHelp("Also write the measurements of all rounds as JSON.", valueName: "path"))
  var json: String?

  func validate() throws {
    do {
      _ = try BenchSpec.task(task)
    } catch let error as TasksError {
      throw ValidationError(error.message)
    }
    guard frames >= 2, rounds >= 1, !streams.isEmpty, streams.allSatisfy({ $0 >= 1 }) else {
      throw ValidationError("The minimum of --frames is 2, of --rounds and each of --streams 1.")
    }
  }

  func run() throws {
    let spec = try BenchSpec(
      task: task, model: try ModelCatalog().resolve(model ?? BenchSpec.task(task).descriptor.defaultModel))
    let report = try StreamsMeasurement(
      name: task, spec: spec, input: input, counts: streams, rounds: rounds, frameLimit: frames, ours: .ours()
    ).run()
    print(report.text)
    if let json { try VisionBench.json(report).write(to: URL(filePath: json), options: .atomic) }
  }
}
