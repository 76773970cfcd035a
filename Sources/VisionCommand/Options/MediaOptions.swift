import ArgumentParser
import Foundation
import VisionCatalog
import VisionTasks

/// What every task's command takes: inputs, outputs and how to run.
struct MediaOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A picture or video file, a folder or pattern of files, a camera (/dev/video0), the address of a stream (rtsp://…), or - for a picture on standard input.",
      valueName: "input"))
  var inputs: [String] = []

  @Flag(help: "Read the folders in folders, too; hidden ones are left out.")
  var recursive = false

  @OptionGroup var engine: EngineOptions

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
    help: ArgumentHelp(
      "Pictures that are worked on at a time, with an inference thread each (default: one a core when there are several).",
      valueName: "n"))
  var jobs: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Stop after this many frames of each input.", valueName: "n"))
  var maxFrames: Int?

  @Flag(help: "No progress and no text result.")
  var quiet = false

  @Flag(help: "All landmarks in the text result, and more messages.")
  var verbose = false

  /// Whether the readable result is wanted on standard output.
  var printsText: Bool { !quiet && json == nil && csv == nil && annotate == nil }

  /// How many images are worked on at a time. A single one gets all cores; in other modes images follow one another.
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

  /// The threads of a task, 0 for its default: where several images are worked on at a time, each gets a core.
  func threadCount(for mode: RunningMode) -> Int {
    engine.threads ?? (mode == .image && jobCount > 1 ? 1 : 0)
  }

  mutating func validate() throws {
    guard !inputs.isEmpty else {
      throw ValidationError("No input was given; name a picture, a folder of pictures, a video, or - .")
    }
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("The input - was given more than once; standard input can be read once.")
    }
    try Self.requirePositive(jobs, option: "--jobs")
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
