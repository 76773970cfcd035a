import ArgumentParser
import Foundation
import MediaPipeTasksVision
import VisionCatalog

/// What every task's command takes: inputs, outputs and how to run.
struct MediaOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A picture or video file, a folder or pattern of files, a camera (/dev/video0), the address of a stream (rtsp://…), or - for a picture on standard input.",
      valueName: "input"))
  var inputs: [String] = []

  @Flag(help: "Read the folders in folders, too; hidden ones are left out.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "A model's name in the catalog or a model file (default: the task's own model).", valueName: "name-or-path"))
  var model: String?

  @Option(
    help:
      "The running mode; auto is image for pictures, video for videos, live for cameras and streams. Live leaves frames out rather than fall behind."
  )
  var mode: ModeChoice = .auto

  @Option(
    help: ArgumentHelp("Write results as JSON Lines, one object a frame; - is standard output.", valueName: "path"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Write results as comma-separated values, one row a landmark or box; - is standard output.", valueName: "path"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write pictures and videos with the results drawn on them: a PNG, JPEG or MP4 file, or a folder for several inputs.",
      valueName: "path"))
  var annotate: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Inference threads, 1 to 256 (default: what is fastest on this machine).", valueName: "n"))
  var threads: Int?

  @Option(
    help:
      "Convolution kernels: this package's where they are faster, the runtime's (off), or this package's always (default: automatic)."
  )
  var kernels: Kernels?

  @Flag(
    help:
      "Run models with operators that are not verified, which a damaged file could crash; only for models of a trusted source."
  )
  var allowUnverifiedOperators = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pictures that are worked on at a time, with an inference thread each (default: one a core when there are several).",
      valueName: "n"))
  var jobs: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Stop after this many frames of each input.", valueName: "n"))
  var maxFrames: Int?

  @Option(
    parsing: .unconditional,
    help:
      "The clockwise turn that makes the image upright, after the one that its file states; coordinates are those before this turn."
  )
  var rotation: Rotation = .none

  @Flag(help: "No progress and no text result.")
  var quiet = false

  @Flag(help: "All landmarks in the text result, and more messages.")
  var verbose = false

  /// Whether the readable result is wanted on standard output.
  var printsText: Bool { !quiet && json == nil && csv == nil && annotate == nil }

  /// The file of the model that was named, or of the task's own.
  func modelPath(default name: String) throws -> String { try ModelCatalog().resolve(model ?? name) }

  /// How many pictures are worked on at a time. A single one gets all cores; in other modes pictures follow one another.
  var jobCount: Int {
    guard mode == .auto || mode == .image else { return 1 }
    let mayBeMany =
      inputs.count > 1
      || inputs.contains { input in
        var isFolder: ObjCBool = false
        return !FileManager.default.fileExists(atPath: input, isDirectory: &isFolder) || isFolder.boolValue
      }
    return mayBeMany ? jobs ?? ProcessInfo.processInfo.activeProcessorCount : 1
  }

  /// The size of the pool for so many inputs: more tasks than inputs would only take memory, and each has a thread.
  func poolSize(inputCount: Int) -> Int {
    max(1, min(jobCount, inputCount, BaseOptions.threadCounts.upperBound))
  }

  /// Sets what all tasks' options have in common.
  func apply(to options: TaskOptions, modelPath: String, mode: RunningMode) {
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.threadCount = threadCount(for: mode)
    if let kernels { options.baseOptions.kernels = kernels }
    options.baseOptions.allowUnverifiedOperators = allowUnverifiedOperators
  }

  /// The threads of a task, 0 for its default: where several pictures are worked on at a time, each gets a core.
  func threadCount(for mode: RunningMode) -> Int { threads ?? (mode == .image && jobCount > 1 ? 1 : 0) }

  mutating func validate() throws {
    guard !inputs.isEmpty else {
      throw ValidationError("No input was given; name a picture, a folder of pictures, a video, or - .")
    }
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("The input - was given more than once; standard input can be read once.")
    }
    if let threads, !Self.threadCounts.contains(threads) {
      throw ValidationError(
        "--threads is \(threads); allowed are \(Self.threadCounts.lowerBound) to \(Self.threadCounts.upperBound).")
    }
    try Self.requirePositive(jobs, option: "--jobs")
    try Self.requirePositive(maxFrames, option: "--max-frames")
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet and --verbose exclude each other.")
    }
  }

  /// The numbers of threads that can be asked for.
  private static var threadCounts: ClosedRange<Int> { 1...BaseOptions.threadCounts.upperBound }

  private static func requirePositive(_ value: Int?, option: String) throws {
    if let value, value < 1 {
      throw ValidationError("\(option) is \(value); allowed is any integer from 1.")
    }
  }
}
