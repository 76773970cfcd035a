import Foundation
import TestSupport
import Testing
import VisionCore
import VisionTasks

@testable import VisionBench

@Suite("Benchmarks that really run", .needs(.command), .needs(.shared))
struct BenchRunTests {
  private func spec(_ task: String, model: String) throws -> BenchSpec {
    try BenchSpec(task: task, model: SharedFolder.model(model))
  }

  /// Runs the program.
  private func run(
    _ arguments: [String], in folder: URL? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = BuiltProgram.visionBench
    process.arguments = arguments
    process.currentDirectoryURL = folder
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let texts = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
    process.waitUntilExit()
    return (process.terminationStatus, texts[0], texts[1])
  }

  @Test("a detector's row has all stages, tracking and drawing included, and a minimum time")
  func row() throws {
    var measurement = BenchMeasurement(
      spec: try spec("detect", model: "efficientdet_lite0_int8.tflite"),
      input: try SharedFolder.media("laptop_video.mp4"), rounds: 1,
      ours: BenchProcess(executable: try #require(BuiltProgram.visionBench), arguments: ["worker"]))
    measurement.videoFrames = 6
    let report = try measurement.run()
    #expect(
      report.stages.map(\.name) == [
        "objects: sample", "objects: infer", "objects: decode", "objects: result", "track", "draw",
      ])
    #expect(report.rounds[0].ours.calls.callMilliseconds.count == 5)
    let roofline = try #require(report.roofline)
    print("minimum time \(roofline.minMilliseconds) ms, distance \(roofline.distance)")
    #expect(roofline.byteMACs == 973_589_696)
    #expect(roofline.floatMACs == 0)
    // Nothing is faster than the machine; something is left for a peak that a busy machine did not show.
    #expect(roofline.distance > 0.3)
  }

  #if os(Linux)
    @Test("allocations are counted by a library in a folder whose name has a space and a colon", .needs(.compiler))
    func allocations() throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("a: b")
      let library = folder.path("a: b/counter.so")
      let build = Process()
      build.executableURL = SystemCommand.compiler
      build.arguments = ["-shared", "-fPIC", "-o", library, Checkout.file("Benchmarks/allocation_counter.c").path]
      try build.run()
      build.waitUntilExit()
      try #require(build.terminationStatus == 0)
      var measurement = BenchMeasurement(
        spec: try spec("pose", model: "pose_landmarker_lite.task"), input: try SharedFolder.media("walkers_pan.mp4"),
        rounds: 1, ours: BenchProcess(executable: try #require(BuiltProgram.visionBench), arguments: ["worker"]))
      measurement.videoFrames = 4
      measurement.allocationCounter = library
      let counts = try #require(try measurement.run().allocations)
      #expect(try #require(counts.resultAllocations) > 10)
    }
  #endif

  @Test("a run without timestamps, or of an image without repeats, is refused")
  func noFrames() throws {
    var spec = try spec("pose", model: "pose_landmarker_lite.task")
    for (mode, timestamps) in [("video", []), ("image", [0])] {
      (spec.mode, spec.timestamps) = (mode, timestamps)
      let run = try run(["worker", String(decoding: JSONEncoder().encode(spec), as: UTF8.self)])
      #expect(run.status == 1)
      #expect(run.errors.contains("\(timestamps.count) timestamps and 0 repeats"), "\(run.errors)")
    }
  }

  @Test("MediaPipe's scripts are found wherever the command is started, and a folder without them is named")
  func peerScripts() throws {
    let folder = try TemporaryFolder()
    let run = try run(["batch", folder.url.path, "--peer", "/bin/false"], in: folder.url)
    #expect(run.errors.contains("There is no image in \(folder.url.path)."), "\(run.errors)")
    #expect(try PeerScript.path("batch_peer.py") == Checkout.file("Benchmarks/batch_peer.py").path)
    let error = #expect(throws: TasksError.self) { try PeerScript.path("batch_peer.py", in: folder.url.path) }
    #expect(error?.message.hasPrefix("batch_peer.py is not in \(folder.url.path).") == true)
  }

  @Test("several streams give every frame of each, and together take more memory than one")
  func streams() throws {
    let report = try StreamsMeasurement(
      name: "pose", spec: spec("pose", model: "pose_landmarker_lite.task"),
      input: SharedFolder.media("walkers_pan.mp4"), counts: [1, 3], rounds: 1, frameLimit: 5,
      ours: BenchProcess(executable: #require(BuiltProgram.visionBench), arguments: ["worker"])
    ).run()
    #expect(report.entries.map { $0.rounds[0].callMilliseconds.count } == [4, 12])
    #expect(report.entries.map { $0.rounds[0].callsWithResult } == [4, 12])
    let extra = try #require(report.megabytesPerExtraStream(report.entries[1]))
    print("a further stream takes \(extra) MB")
    #expect(extra > 0)
    #expect(report.entries.allSatisfy { ($0.rounds[0].framesPerSecond ?? 0) > 0 })
  }

  @Test("the command writes its table and its JSON, and does without the files it lacks")
  func command() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (json, markdown) = (folder.appendingPathComponent("a.json"), folder.appendingPathComponent("a.md"))
    let run = try run([
      "suite", folder.path, "--only", "yoga", "--json", json.path, "--markdown", markdown.path, "--date", "2026-01-02",
      "--revision", "r1",
    ])
    #expect(run.status == 0)
    #expect(run.errors.contains("NOT MEASURED: pose lite, image: yoga.png is not in \(folder.path)."))
    #expect(run.output == (try String(contentsOf: markdown, encoding: .utf8)))
    #expect(run.output.hasPrefix("2026-01-02. "))
    let report = try JSONDecoder().decode(SuiteReport.self, from: Data(contentsOf: json))
    #expect(report.rows.map(\.name) == ["pose lite, image", "pose full, image"])
    #expect(report.versions.ours == "r1")
  }

  @Test("a video is needed for streams")
  func picture() throws {
    let measurement = StreamsMeasurement(
      name: "pose", spec: try spec("pose", model: "pose_landmarker_lite.task"),
      input: try SharedFolder.media("yoga.png"), counts: [1], rounds: 1, frameLimit: 5,
      ours: BenchProcess(executable: try #require(BuiltProgram.visionBench), arguments: ["worker"]))
    #expect { _ = try measurement.run() } throws: { "\($0)".contains("is not a video") }
  }
}
