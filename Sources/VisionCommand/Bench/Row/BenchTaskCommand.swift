import ArgumentParser
import Foundation
import MediaPipeTasksVision
import VisionCatalog

/// `vision bench task`, or for short `vision bench`: times one task on one input.
struct BenchTaskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "task",
    abstract: "Time one task on a picture or video.",
    discussion: """
      The input is decoded once; every round times a fresh process on the same frames, and another from its start to its \
      first result. With --peer a Python that has the package mediapipe takes its turn after each of ours, so that the \
      ratio of the two holds on a busy machine. Quote medians and ratios.
      """)

  @Argument(help: ArgumentHelp("The task: gesture, hand, pose or detect.", valueName: "task"))
  var task: String

  @Argument(help: ArgumentHelp("A picture or video file.", valueName: "input"))
  var input: String

  @Option(help: ArgumentHelp("A model's name in the catalog or a model file.", valueName: "name-or-path"))
  var model: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The most hands.", valueName: "n"))
  var numHands = 2

  @Option(parsing: .unconditional, help: ArgumentHelp("The most people.", valueName: "n"))
  var numPoses = 1

  @Flag(help: "Poses with segmentation masks.")
  var masks = false

  @Option(parsing: .unconditional, help: ArgumentHelp("The most objects.", valueName: "n"))
  var maxResults = 5

  @Option(parsing: .unconditional, help: ArgumentHelp("The least score of an object.", valueName: "x"))
  var scoreThreshold: Float = 0.3

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Inference threads (default: what is fastest on this machine).", valueName: "n"))
  var threads = 0

  @Option(
    help: "Convolution kernels: this package's where they are faster, the runtime's (off), or this package's always.")
  var kernels: Kernels = .automatic

  @Option(parsing: .unconditional, help: ArgumentHelp("Frames of a video, or calls on a picture.", valueName: "n"))
  var frames = 120

  @OptionGroup(title: "The comparison")
  var comparison: ComparisonOptions

  @Option(help: ArgumentHelp("The script that the interpreter runs.", valueName: "path"))
  var peerScript = "Benchmarks/mediapipe_peer.py"

  @Option(
    help: ArgumentHelp(
      "Count allocations with this library, built from Benchmarks/allocation_counter.c.", valueName: "path"))
  var allocationCounter: String?

  @Option(help: ArgumentHelp("Also write the figures of all rounds as JSON.", valueName: "path"))
  var json: String?

  func validate() throws {
    guard BenchTask.names.contains(task) else {
      throw ValidationError(
        "The task \"\(task)\" is not known; allowed are \(BenchTask.names.joined(separator: ", ")).")
    }
    guard BaseOptions.threadCounts.contains(threads) else {
      throw ValidationError(
        "--threads is \(threads); allowed are 0 (the default) to \(BaseOptions.threadCounts.upperBound).")
    }
    guard frames >= 2, numHands >= 1, numPoses >= 1, maxResults >= 1 else {
      throw ValidationError("--frames is at least 2, --num-hands, --num-poses and --max-results at least 1.")
    }
  }

  func run() throws {
    let spec = BenchSpec(
      task: task, model: try ModelCatalog().resolve(model ?? BenchTask.defaultModel(of: task)), numHands: numHands,
      numPoses: numPoses, masks: masks, maxResults: maxResults, scoreThreshold: scoreThreshold, threads: threads,
      kernels: kernels)
    var measurement = BenchMeasurement(spec: spec, input: input, rounds: comparison.rounds, ours: try .ours())
    measurement.videoFrames = frames
    measurement.pictureCalls = frames
    measurement.theirs = comparison.peer.map { .mediaPipe(python: $0, script: peerScript) }
    measurement.allocationCounter = allocationCounter
    let report = try measurement.run()
    print(report.text)
    if let json { try JSONText.data(report).write(to: URL(fileURLWithPath: json), options: .atomic) }
  }
}
