import Foundation
import TestSupport
import Testing
import VisionMedia

@Suite("vision detect, end to end", .needs(.command), .needs(.shared))
struct DetectCommandRunTests {
  private struct Line: Decodable {
    struct Detection: Decodable {
      struct Box: Decodable, Equatable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
      }

      struct Category: Decodable {
        let categoryName: String
        let index: Int?
        let score: Float
      }

      let boundingBox: Box
      let categories: [Category]
      let trackingId: Int?
    }

    let detections: [Detection]
    let timestampMs: Int?
  }

  private struct GoldenFrames: Decodable {
    let frames: [Line]
  }

  private func golden(_ name: String) throws -> [Line] {
    let file = URL(filePath: try SharedFolder.path("golden/\(name).json"))
    return try JSONDecoder().decode(GoldenFrames.self, from: Data(contentsOf: file)).frames
  }

  private func lines(_ output: String) throws -> [Line] {
    try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test("A picture's objects are MediaPipe's, as JSON and drawn")
  func picture() throws {
    let annotated = FileManager.default.temporaryDirectory.appendingPathComponent("objects-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: annotated) }
    let run = try CommandRun([
      "detect", CommandRun.media("cat_720p.jpg"), "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
      "--max-results", "5", "--json", "-", "--annotate", annotated.path,
    ])
    #expect(run.status == 0)
    #expect(run.errors == "")
    let ours = try #require(try lines(run.output).first)
    let theirs = try golden("cat_720p.object-ssd_m5")[0]
    #expect(ours.detections.map(\.boundingBox) == theirs.detections.map(\.boundingBox))
    #expect(ours.detections.map(\.categories[0].categoryName) == theirs.detections.map(\.categories[0].categoryName))
    #expect(ours.detections[0].categories[0].index == 16)
    let drawn = try ImageFile.read(contentsOfFile: annotated.path)
    #expect(drawn.width == 1280 && drawn.height == 720)
  }

  @Test("A video has a line a frame, and lists reach the task")
  func video() throws {
    let run = try CommandRun([
      "detect", CommandRun.media("laptop_video.mp4"), "--model",
      CommandRun.model("efficientdet_lite0_float16.tflite"), "--max-results", "5", "--max-frames", "6", "--json", "-",
      "--quiet",
    ])
    let (ours, theirs) = (try lines(run.output), try golden("laptop_video.object-ed16_m5"))
    #expect(ours.count == 6)
    for (mine, other) in zip(ours, theirs) {
      #expect(mine.timestampMs == other.timestampMs)
      #expect(mine.detections.map(\.boundingBox) == other.detections.map(\.boundingBox))
    }
    let denied = try CommandRun([
      "detect", CommandRun.media("pets.png"), "--model", CommandRun.model("efficientdet_lite0_int8.tflite"),
      "--category-deny", "dog",
    ])
    #expect(denied.status == 0)
    #expect(!denied.output.contains("dog"))
  }

  @Test("A live run answers frames and says how many were dropped")
  func live() throws {
    let run = try CommandRun([
      "detect", CommandRun.media("walkers_pan.mp4"), "--model",
      CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--mode", "live", "--max-frames", "15", "--json", "-",
      "--verbose",
    ])
    #expect(run.status == 0)
    #expect(run.errors.contains("of 15 frames dropped"))
    let times = try lines(run.output).compactMap(\.timestampMs)
    #expect(!times.isEmpty && times == times.sorted())
  }

  @Test("Objects of a video are followed: the two walkers keep their numbers", arguments: ["video", "live"])
  func tracking(mode: String) throws {
    let run = try CommandRun([
      "detect", CommandRun.media("walkers_pan.mp4"), "--model",
      CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--track", "--category-allow", "person", "--mode", mode,
      "--json", "-",
    ])
    #expect(run.status == 0)
    let frames = try lines(run.output)
    // The first frame's objects have their numbers at once.
    #expect(frames.first?.detections.compactMap(\.trackingId).sorted() == [1, 2])
    var counts: [Int: Int] = [:]
    for detection in frames.flatMap(\.detections) {
      counts[try #require(detection.trackingId), default: 0] += 1
    }
    #expect(Double(counts[1] ?? 0) > 0.9 * Double(frames.count))
    #expect(Double(counts[2] ?? 0) > 0.9 * Double(frames.count))
    print("\(mode): \(frames.count) frames, sightings of each number: \(counts.sorted { $0.key < $1.key })")
  }

  @Test("A picture stands alone: --track gives no numbers; COCO files have them for videos")
  func trackingOutputs() throws {
    let model = try CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite")
    let picture = try CommandRun(["detect", CommandRun.media("pets.png"), "--model", model, "--track", "--json", "-"])
    #expect(!picture.output.contains("trackingId"))
    #expect(picture.errors.contains("images stand alone") && picture.status == 0)
    let plain = try CommandRun(["detect", CommandRun.media("pets.png"), "--model", model, "--json", "-"])
    #expect(plain.output == picture.output && plain.errors == "")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("track-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let coco = folder.appendingPathComponent("coco.json")
    let video = folder.appendingPathComponent("drawn.mp4")
    let run = try CommandRun([
      "detect", CommandRun.media("walkers_pan.mp4"), "--model", model, "--track", "--max-frames", "12", "--coco",
      coco.path, "--annotate", video.path, "--quiet",
    ])
    #expect(run.status == 0)
    #expect(try String(contentsOf: coco, encoding: .utf8).contains(#""track_id":1"#))
    #expect(try VideoReader(contentsOfFile: video.path).width == 480)
  }

  @Test("A folder of frames is tracked with --mode video, at the given rate; COCO and JSON name each file")
  func frames() throws {
    let folder = try TemporaryFolder()
    let video = try VideoReader(contentsOfFile: CommandRun.media("walkers_pan.mp4"))
    for number in 8..<14 {
      guard let frame = try video.next() else { break }
      try folder.makeFolder("frames")
      try ImageFile.write(frame.image, toFile: folder.path("frames/f\(number).png"))
    }
    let run = try CommandRun([
      "detect", folder.path("frames"), "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--track",
      "--mode", "video", "--frame-rate", "12.5", "--json", "-", "--coco", folder.path("a.json"), "--annotate",
      folder.path("a.mp4"), "--quiet",
    ])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let frames = try lines(run.output)
    #expect(frames.map(\.timestampMs) == [0, 80, 160, 240, 320, 400])
    #expect(frames.allSatisfy { $0.detections.contains { $0.trackingId == 1 } })
    let names = (8..<14).map { folder.path("frames/f\($0).png") }
    #expect(run.output.matches(of: /"file":"([^"]*)"/).map { String($0.output.1) } == names)
    #expect(try folder.text("a.json").matches(of: /"file_name":"([^"]*)"/).map { String($0.output.1) } == names)
    #expect(try VideoReader(contentsOfFile: folder.path("a.mp4")).frameRate?.framesPerSecond == 12.5)
    // Each image is a file of the user's: one that cannot be read gives the status, and takes no result along.
    try folder.write("no image", "frames/f9.png")
    let partial = try CommandRun([
      "detect", folder.path("frames"), "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--mode",
      "video", "--json", folder.path("partial.jsonl"),
    ])
    #expect(partial.status == 1 && partial.errors.contains("f9.png: "), "\(partial.errors)")
    #expect(try folder.text("partial.jsonl").split(separator: "\n").count == 5)
    for (arguments, words) in [
      (["--frame-rate", "25"], "needs --mode video"), (["--frame-rate", "0", "--mode", "video"], "0.001 to 1000"),
    ] {
      let refused = try CommandRun(["detect", folder.path("frames")] + arguments)
      #expect(refused.status == 2 && refused.errors.contains(words))
    }
  }

  @Test("Results for a COCO data set have its numbers; other images are left out and named")
  func cocoDataSet() throws {
    let folder = try TemporaryFolder()
    try folder.copy(media: "pets.png", to: "val/1.png")
    try folder.copy(media: "pets.png", to: "val/2.png")
    try folder.write(
      #"{"images":[{"id":77,"file_name":"val/1.png"}],"categories":[{"id":5,"name":"dog"}]}"#, "set.json")
    let arguments = try [
      "detect", folder.path("val"), "--model", CommandRun.model("efficientdet_lite0_int8.tflite"), "--coco-images",
      folder.path("set.json"),
    ]
    let run = try CommandRun(arguments + ["--coco", folder.path("results.json")])
    #expect(run.status == 0 && run.output.isEmpty, "Text is for runs without files: \(run.output)")
    let results = try folder.text("results.json").replacing("\n", with: "")
    #expect(results.hasPrefix(#"[{"bbox":["#) && results.hasSuffix("}]"))
    #expect(results.matches(of: /"image_id":77/).count == results.matches(of: /"category_id":5/).count)
    #expect(run.errors.contains("left out 1 image") && run.errors.contains("val/2.png"), "\(run.errors)")
    #expect(try CommandRun(arguments).status == 2)
    let over = try CommandRun(arguments + ["--coco", folder.path("set.json")])
    #expect(over.status == 2 && over.errors.contains("the data set"))
  }

  @Test("A model without metadata ends with status 3 and says what to do; a classifier, too")
  func unusableModels() throws {
    for (model, words) in [
      ("ssd_mobilenet_v1_coco_quant_no_metadata.tflite", "has no metadata"),
      ("efficientnet_lite0.tflite", "is no object detector"), ("pose_landmarker_lite.task", "task bundle"),
    ] {
      let run = try CommandRun(["detect", CommandRun.media("pets.png"), "--model", CommandRun.model(model)])
      #expect(run.status == 3)
      #expect(run.errors.contains(words))
    }
  }
}
