import ArgumentParser
import MediaPipeTasksVision
import VisionCatalog

/// What every task's command takes: inputs, outputs and how to run.
struct MediaOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A picture file, a folder of pictures, a video file, or - for a picture on standard input.", valueName: "input"))
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp(
      "A model's name in the catalog or a model file (default: the task's own model).", valueName: "name-or-path"))
  var model: String?

  @Option(help: "The running mode; auto is image for pictures and video for videos.")
  var mode: ModeChoice = .auto

  @Option(
    help: ArgumentHelp("Write results as JSON Lines, one object a frame; - is standard output.", valueName: "path"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Write pictures with the results drawn on them: a PNG or JPEG file, or a folder for several inputs.",
      valueName: "path"))
  var annotate: String?

  @Option(help: ArgumentHelp("Inference threads (default: what is fastest on this machine).", valueName: "n"))
  var threads: Int?

  @Option(help: ArgumentHelp("Stop after this many frames of each input.", valueName: "n"))
  var maxFrames: Int?

  @Option(help: "The clockwise turn that makes the picture upright; coordinates stay in the picture as given.")
  var rotation: Rotation = .none

  @Flag(help: "No progress and no text result.")
  var quiet = false

  @Flag(help: "All landmarks in the text result, and more messages.")
  var verbose = false

  /// Whether the readable result goes to standard output.
  var printsText: Bool { !quiet && json == nil && annotate == nil }

  /// The file of the model that was named, or of the task's own.
  func modelPath(default name: String) throws -> String { try ModelCatalog().resolve(model ?? name) }

  /// Sets what all tasks' options have in common.
  func apply(to options: TaskOptions, modelPath: String) {
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.threadCount = threads ?? 0
  }

  mutating func validate() throws {
    guard !inputs.isEmpty else {
      throw ValidationError("No input was given; name a picture, a folder of pictures, a video, or - .")
    }
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("The input - was given more than once; standard input can be read once.")
    }
    try Self.requirePositive(threads, option: "--threads")
    try Self.requirePositive(maxFrames, option: "--max-frames")
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet and --verbose exclude each other.")
    }
  }

  private static func requirePositive(_ value: Int?, option: String) throws {
    if let value, value < 1 {
      throw ValidationError("\(option) is \(value); allowed is any integer from 1.")
    }
  }
}
