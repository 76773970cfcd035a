import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionResults
import VisionTasks

@testable import VisionStudio

@Suite("Files of results on the page", .needs(.shared))
struct OutputFilesTests {
  private func run(
    _ media: String, _ settings: String, _ body: (StudioClient, _ job: String, _ outputs: [String]) async throws -> Void
  ) async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let id = try await client.upload(try SharedFolder.mediaData(media), name: media, to: visit).json()["id"]
    let (job, progress) = try await client.run(settings, on: try #require(id as? String), of: visit)
    try #require(progress["state"] as? String == "done", "\(progress)")
    try await body(client, job, progress["outputs"] as? [String] ?? [])
    try await studio.stop()
  }

  /// The names in an archive, which two readers test.
  private func names(ofArchive data: Data, in folder: TemporaryFolder) throws -> [String] {
    let path = try folder.write(data, "a.zip")
    for arguments in [
      ["unzip", "-tq", path],
      ["python3", "-c", "import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)", path],
    ] {
      #expect(try Self.output(of: arguments) != nil, "\(arguments[0]) refuses the archive")
    }
    let code = "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))"
    return try #require(try Self.output(of: ["python3", "-c", code, path])).split(separator: "\n").map(String.init)
  }

  /// What a program prints; nil if it fails.
  private static func output(of arguments: [String]) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: text, as: UTF8.self) : nil
  }

  @Test("The page offers the command's files of each task, masks and labels only where there are some")
  func offered() async throws {
    let studio = try await RunningStudio()
    let tasks = try #require(try await studio.client.get("/api/catalog").json()["tasks"] as? [[String: Any]])
    try await studio.stop()
    let offered = Dictionary(
      uniqueKeysWithValues: tasks.map { task in
        (task["name"] as? String ?? "", (task["files"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } ?? [])
      })
    let labels = ["coco", "yolo", "cvat", "mot"]
    #expect(offered["classify"] == ["annotated", "json", "csv"])
    #expect(offered["pose"] == ["annotated", "json", "csv"] + labels + ["masks"])
    for task in ["gesture", "detect", "track"] { #expect(offered[task] == ["annotated", "json", "csv"] + labels) }
    for kind in OutputFileKind.all {
      #expect(Set(offered.values.joined()).contains(kind.name), "\(kind)")
    }
  }

  @Test("CSV and COCO of a video with followed objects have its frames, numbers and classes")
  func tables() async throws {
    let settings = #"{"task":"detect","values":{"track":true,"maxFrames":12}}"#
    try await run("walkers_pan.mp4", settings) { client, job, outputs in
      #expect(outputs == ["annotated", "json", "csv", "coco", "yolo", "cvat", "mot"])
      let lines = String(decoding: try await client.get(job + "/outputs/csv").body, as: UTF8.self).split(
        separator: "\n")
      #expect(
        lines.first == "file,frame,timestamp_ms,detection,tracking_id,x,y,width,height,category,index,score")
      #expect(lines.contains { $0.hasPrefix("walkers_pan.mp4,11,367,0,1,") && $0.contains(",person,0,") }, "\(lines)")
      let coco = try await client.get(job + "/outputs/coco").json()
      let images = try #require(coco["images"] as? [[String: Any]])
      #expect(images.compactMap { $0["frame"] as? Int } == Array(0..<12))
      let annotations = try #require(coco["annotations"] as? [[String: Any]])
      #expect(Set(annotations.compactMap { $0["track_id"] as? Int }) == [1, 2])
      #expect(Set(annotations.compactMap { $0["image_id"] as? Int }) == Set(1...12))
      #expect(try await client.get(job + "/outputs/masks").status == 404)
      #expect(try await client.get(job + "/outputs/nothing").status == 404)
    }
  }

  @Test("The archive has every file; lines name the masks that are in it")
  func archive() async throws {
    let folder = try TemporaryFolder()
    let settings = #"{"task":"pose","values":{"segmentationMasks":true,"maxFrames":3}}"#
    try await run("walkers_pan.mp4", settings) { client, job, outputs in
      #expect(outputs == ["annotated", "json", "csv", "coco", "yolo", "cvat", "mot", "masks"])
      let answer = try await client.get(job + "/all.zip")
      #expect(answer.headers["content-disposition"]?.contains("walkers_pan.zip") == true)
      let names = try self.names(ofArchive: answer.body, in: folder)
      let masks = (0..<3).map { "masks/walkers_pan.mp4.00000\($0).0.png" }
      let files = ["annotated.mp4", "jsonl", "csv", "coco.json"].map { "walkers_pan." + $0 }
      let yolo = ["data.yaml"] + (0..<3).map { "labels/walkers_pan.mp4/00000\($0).txt" }
      let labels = yolo.map { "yolo/" + $0 } + ["labels.json", "videos/walkers_pan.mp4.xml"].map { "cvat/" + $0 }
      #expect(names == files + labels + ["mot/walkers_pan.mp4.txt"] + masks)
      let line = String(decoding: try await client.get(job + "/outputs/json").body.prefix(4000), as: UTF8.self)
      #expect(line.contains("\"segmentationMasks\":[{\"file\":\"walkers_pan.mp4.000000.0.png\""), "\(line)")
      #expect(try self.names(ofArchive: try await client.get(job + "/outputs/masks").body, in: folder) == masks)
      let visit = try #require(job.range(of: "/jobs/")).lowerBound
      let every = try self.names(ofArchive: try await client.get(String(job[..<visit]) + "/all.zip").body, in: folder)
      #expect(every == names.map { "1 walkers_pan.mp4/" + $0 })
    }
  }

  @Test("Archives of many, empty and oddly named members are read by others")
  func manyMembers() async throws {
    let folder = try TemporaryFolder()
    let (one, empty) = (folder.url.appending(path: "one"), folder.url.appending(path: "empty"))
    try Data("x".utf8).write(to: one)
    try Data().write(to: empty)
    // More than 65,535 need the directory's 64-bit form.
    let members =
      [ZipArchive.Member(name: "é/ü 100 %.txt", file: one), ZipArchive.Member(name: "empty", file: empty)]
      + (0..<66_000).map { ZipArchive.Member(name: "\($0)", file: one) }
    for count in [0, 2, members.count] {
      let archive = try ZipArchive(Array(members.prefix(count)))
      var bytes = Data()
      try await archive.write { bytes.append(contentsOf: $0) }
      #expect(bytes.count == archive.byteCount)
      // unzip calls an archive without members a warning.
      if count > 0 { #expect(try names(ofArchive: bytes, in: folder) == members.prefix(count).map(\.name)) }
    }
  }

  @Test(
    "A rotation is the command's: the result is that of the rotated image, in the coordinates of the one that was sent")
  func rotation() async throws {
    try await run("thumb_up_teal.png", #"{"task":"gesture","values":{"rotation":"90"}}"#) { client, job, _ in
      let image = try MPImage(
        imageBuffer: ImageFile.decode(SharedFolder.mediaData("thumb_up_teal.png")), orientation: .right)
      let model = try SharedFolder.path("models/gesture_recognizer.task")
      let result = try GestureRecognizer(modelPath: model).recognize(image: image)
      let line = try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: result).json() + "\n"
      #expect(try await client.get(job + "/outputs/json").body == Data(line.utf8))
    }
  }

  @Test("A video whose frames cannot all be annotated keeps its results, and no message names a private path")
  func keptResults() async throws {
    let folder = try TemporaryFolder()
    let file = try StoredFile(
      inspecting: URL(filePath: SharedFolder.path("media/trio_pan.mp4")), name: "trio.mp4", byteCount: 1,
      limits: StudioLimits())
    let settings = try StudioSettings(task: .hand)
    let parent = try PrivateFolder()
    defer { parent.remove() }
    let files = try JobFiles(in: parent, isVideo: true, disk: DiskQuota(limit: 100_000_000))
    let model = try SharedFolder.path("models/hand_landmarker.task")
    let job = LibraryJob(
      file: file, settings: settings, paths: ModelPaths(model: model), files: files, limits: StudioLimits())
    let work = try VideoWork(job, classNames: []) {
      FailingTask(model: model, frames: 5, path: files.folder.url.path)
    }
    var failure: (any Error)?
    do { while case .more = try work.next() {} } catch { failure = error }
    try work.keep(nil)
    work.close()
    #expect(failure != nil && job.progress.frames == 5)
    #expect(job.progress.outputs == [.annotated, .json, .csv, .coco, .yolo, .cvat, .mot])
    let lines = try String(contentsOf: files.url(.json), encoding: .utf8).split(separator: "\n")
    let reader = try VideoReader(contentsOfFile: files.url(.annotated).path)
    #expect(lines.count == 5 && reader.estimatedFrameCount == 5)
    let message = PrivateFolder.hidingPaths(in: failure?.localizedDescription ?? "")
    #expect(message == "\"a temporary file\" is gone; it was a temporary file, once.")
    withExtendedLifetime(folder) {}
  }
}

/// A task that fails after some frames, with a message that names a path.
private final class FailingTask: AnyVisionTask {
  private let task: any AnyVisionTask
  private let frames: Int
  private let path: String
  private var count = 0

  init(model: String, frames: Int, path: String) {
    // The test fails at its first frame otherwise.
    task = (try? HandLandmarker.makeTask(values: [:], modelPath: model, mode: .video)) ?? NoTask()
    (self.frames, self.path) = (frames, path)
  }

  func output(of image: MPImage) throws -> any TaskOutput { try task.output(of: image) }

  func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    guard count < frames else {
      throw TasksError(.internalError, "\"\(path)/x.mp4\" is gone; it was \(path), once.")
    }
    count += 1
    return try task.output(of: frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {}
  var droppedFrameCount: Int { 0 }
  func reset() {}
}

private struct NoTask: AnyVisionTask {
  func output(of image: MPImage) throws -> any TaskOutput { throw CocoaError(.featureUnsupported) }
  func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    throw CocoaError(.featureUnsupported)
  }
  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {}
  var droppedFrameCount: Int { 0 }
  func reset() {}
}
