import ArgumentParser
import Foundation
import VisionCatalog
import VisionCore
import VisionTasks

/// `vision-bench task`, the default subcommand: times one task on one input.
struct TaskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "task",
    abstract: "Time one task on an image or video.",
    discussion: """
      The input is decoded once. Each round times a new process on the same frames, and another one from its start to its \
      first result. With --peer, a Python interpreter with the package mediapipe runs after each of ours, so that the ratio \
      is meaningful on a busy machine. Quote medians and ratios.
      """)

  @Argument(help: ArgumentHelp("The task: \(BenchSpec.names.joined(separator: ", ")).", valueName: "task"))
  var task: String

  @Argument(help: ArgumentHelp("An image or video file.", valueName: "input"))
  var input: String

  @Option(help: ArgumentHelp("A model's name in the catalog or a model file.", valueName: "name-or-path"))
  var model: String?

  @Option(
    name: .customLong("option"),
    help: ArgumentHelp(
      "An option of the task, such as num-hands=4, which overrides its benchmark value; may be repeated.",
      valueName: "name=value"))
  var options: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of inference threads (default: the fastest on this machine).", valueName: "n"))
  var threads = 0

  @Option(
    help:
      "Convolution kernels: this package's where they are faster (automatic), LiteRT's (off), or this package's (always)."
  )
  var kernels: Kernels = .automatic

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Number of frames of a video, or calls on an image.", valueName: "n"))
  var frames = 120

  @OptionGroup(title: "The comparison")
  var comparison: ComparisonOptions

  @Option(
    help: ArgumentHelp(
      "Count allocations with this library, built from Benchmarks/allocation_counter.c.", valueName: "path"))
  var allocationCounter: String?

  func validate() throws {
    do {
      _ = try values()
    } catch let error as TasksError {
      throw ValidationError(error.message)
    }
    guard BaseOptions.threadCounts.contains(threads) else {
      throw ValidationError(
        "--threads is \(threads); allowed are 0 (the default) to \(BaseOptions.threadCounts.upperBound).")
    }
    guard frames >= 2 else { throw ValidationError("--frames is \(frames); allowed is any integer from 2.") }
  }

  func run() throws {
    var spec = try BenchSpec(
      task: task, model: try ModelCatalog().resolve(model ?? BenchSpec.task(task).descriptor.defaultModel),
      values: values())
    spec.threads = threads
    spec.kernels = kernels
    var measurement = BenchMeasurement(spec: spec, input: input, rounds: comparison.rounds, ours: try .ours())
    measurement.videoFrames = frames
    measurement.imageCalls = frames
    measurement.theirs = try comparison.peer(script: "mediapipe_peer.py")
    measurement.allocationCounter = allocationCounter
    let report = try measurement.run()
    print(report.text)
    try comparison.write(report)
  }

  /// The given option values, by the options' keys.
  private func values() throws -> [String: OptionValue] {
    let descriptors = try BenchSpec.task(task).descriptors
    return try options.reduce(into: [:]) { values, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let option = descriptors.first(where: { $0.flagName == parts[0] }) else {
        throw TasksError.invalidArgument(
          "--option \(text) is not NAME=VALUE; the names are \(descriptors.map(\.flagName).joined(separator: ", ")).")
      }
      values[option.key] = try option.value(parsing: parts[1])
    }
  }
}
