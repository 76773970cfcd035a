import ArgumentParser
import Foundation
import MediaPipeTasksVision
import VisionCatalog

/// `vision bench`: times a task, alone or beside MediaPipe's Python package in the same run.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Time a task on a picture or video, alone or beside MediaPipe.",
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

  @Option(help: ArgumentHelp("The most hands.", valueName: "n"))
  var numHands = 2

  @Option(help: ArgumentHelp("The most people.", valueName: "n"))
  var numPoses = 1

  @Flag(help: "Poses with segmentation masks.")
  var masks = false

  @Option(help: ArgumentHelp("The most objects.", valueName: "n"))
  var maxResults = 5

  @Option(help: ArgumentHelp("The least score of an object.", valueName: "x"))
  var scoreThreshold: Float = 0.3

  @Option(help: ArgumentHelp("Inference threads (default: what is fastest on this machine).", valueName: "n"))
  var threads = 0

  @Option(help: ArgumentHelp("Frames of a video, or calls on a picture.", valueName: "n"))
  var frames = 120

  @Option(help: ArgumentHelp("Rounds; each is a fresh process.", valueName: "n"))
  var rounds = 3

  @Option(help: ArgumentHelp("A Python interpreter with the package mediapipe.", valueName: "python"))
  var peer: String?

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
    guard frames >= 2, rounds >= 1, numHands >= 1, numPoses >= 1, maxResults >= 1 else {
      throw ValidationError(
        "--frames is at least 2, --rounds, --num-hands, --num-poses and --max-results at least 1.")
    }
  }

  func run() throws {
    let modelPath = try ModelCatalog().resolve(model ?? BenchTask.defaultModel(of: task))
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("vision-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let decoded = try BenchFrames(input: input, limit: frames, folder: scratch)
    let spec = BenchSpec(
      task: task, kind: .calls, model: modelPath, mode: decoded.isVideo ? "video" : "image", numHands: numHands,
      numPoses: numPoses, masks: masks, maxResults: maxResults, scoreThreshold: scoreThreshold,
      threads: threads, frames: decoded.path, width: decoded.width, height: decoded.height,
      timestamps: decoded.timestamps, repeats: frames, started: 0)

    let ours = try BenchProcess.ours()
    let theirs = peer.map { BenchProcess.mediaPipe(python: $0, script: peerScript) }
    var report = BenchReport(
      input: (input as NSString).lastPathComponent, spec: spec, decodeMilliseconds: decoded.decodeMilliseconds)
    for round in 1...rounds {
      report.rounds.append(try BenchRound(spec, ours: ours, theirs: theirs))
      StandardError.print("round \(round) of \(rounds) done")
    }
    if let allocationCounter {
      var worker = ours
      worker.preload = URL(fileURLWithPath: allocationCounter).path
      var counting = spec
      counting.kind = .allocations
      report.allocations = try worker.run(counting)
    }
    print(report.text)
    if let json { try report.jsonData().write(to: URL(fileURLWithPath: json), options: .atomic) }
  }
}
