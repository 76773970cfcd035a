import ArgumentParser
import Foundation
import MediaPipeTasksVision

/// Runs this package's tracker over recorded detections; scripts/benchmarks/tracking scores its output.
@main
struct TrackingBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "TrackingBenchmark", abstract: "Track recorded detections, and time the tracker.",
    subcommands: [ScenesCommand.self, SpeedCommand.self, DetectionsCommand.self, ImagesCommand.self])
}

/// `TrackingBenchmark scenes`: writes MOT result files for a folder of scenes.
struct ScenesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "scenes", abstract: "Write MOT result files for scenes.")

  @Argument(help: "The folder with the scenes.") var bench: String
  @Argument(help: "The folder for the results.") var results: String
  @Option(help: "Use only the detections of every n-th frame.") var detectorStride = 1
  @Option(help: "Pass only every n-th frame to the tracker.") var frameStride = 1
  @Flag(help: "Do not compare colors.") var noImages = false
  @Option(help: "Maximum number of objects.") var maxObjects = 5
  @Option(help: "The tracker's minScore, highScore and birthScore, separated by commas.") var scores: String?

  func run() throws {
    var options = ObjectTrackerOptions()
    options.maxObjects = maxObjects
    if let scores {
      let values = scores.split(separator: ",").compactMap { Float($0) }
      guard values.count == 3 else { throw ValidationError("--scores is \(scores); three numbers are needed.") }
      (options.minScore, options.highScore, options.birthScore) = (values[0], values[1], values[2])
    }
    let run = SceneRun(
      options: options, detectorStride: detectorStride, frameStride: frameStride, usesImages: !noImages)
    try FileManager.default.createDirectory(atPath: results, withIntermediateDirectories: true)
    var durations: [Duration] = []
    for scene in try BenchScene.all(in: URL(fileURLWithPath: bench)) {
      let outcome = try run.run(scene)
      durations += outcome.durations
      let text = outcome.lines.map { $0 + "\n" }.joined()
      try text.write(
        to: URL(fileURLWithPath: results).appendingPathComponent(scene.name + ".txt"), atomically: true, encoding: .utf8
      )
    }
    let total = durations.reduce(Duration.zero, +)
    print(String(format: "%.3f ms a frame", total / .milliseconds(1) / Double(max(1, durations.count))))
  }
}
