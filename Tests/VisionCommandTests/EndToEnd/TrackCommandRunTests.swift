import Foundation
import TestSupport
import Testing
import VisionImaging
import VisionMedia

@Suite("vision track, end to end", .needs(.command), .needs(.shared))
struct TrackCommandRunTests {
  private struct Line: Decodable {
    struct Object: Decodable {
      struct Box: Decodable, Equatable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
      }

      let boundingBox: Box
      let trackingId: Int?
      let classificationCategory: String
      let confidence: Float?
    }

    let detections: [Object]
    let timestampMs: Int?
  }

  private func lines(_ output: String) throws -> [Line] {
    try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  private func track(_ input: String, _ arguments: String...) throws -> CommandRun {
    try CommandRun(
      ["track", CommandRun.media(input), "--model", CommandRun.model("efficientdet_lite0_int8.tflite")] + arguments)
  }

  private var classifier: String { get throws { try CommandRun.model("efficientnet_lite0.tflite") } }

  @Test("A video's objects keep their numbers", arguments: ["video", "live"])
  func video(mode: String) throws {
    let run = try track(
      "walkers_pan.mp4", "--multiple-objects", "--classify", "--classifier-model", classifier, "--mode", mode, "--json",
      "-")
    #expect(run.status == 0)
    let frames = try lines(run.output)
    #expect(frames.count > (mode == "video" ? 89 : 5))
    #expect(frames.allSatisfy { $0.detections.count <= 5 && $0.timestampMs != nil })
    let ids = frames.flatMap(\.detections).compactMap(\.trackingId)
    for id in [1, 2] { #expect(Double(ids.count { $0 == id }) > 0.9 * Double(frames.count)) }
    print("\(mode): \(frames.count) frames, sightings \(Dictionary(grouping: ids) { $0 }.mapValues(\.count))")
  }

  @Test("A picture stands alone: one object without a number, its category known; several when asked for")
  func picture() throws {
    let run = try track("coffee.png", "--classify", "--classifier-model", classifier, "--json", "-")
    #expect(run.status == 0)
    let objects = try #require(try lines(run.output).first).detections
    #expect(objects.count == 1)
    #expect(objects.first?.trackingId == nil)
    #expect(objects.first?.classificationCategory == "food")
    #expect((objects.first?.confidence ?? 0) > 0.45)
    let several = try lines(try track("pets.png", "--multiple-objects", "--json", "-").output)
    #expect(several.first?.detections.count == 2)
    #expect(several.first?.detections.allSatisfy { $0.classificationCategory == "unknown" } == true)
  }

  @Test("Boxes are in the picture as given, whatever turn makes it upright", arguments: [90, 180, 270])
  func rotation(degrees: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("track-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let upright = try ImageFile.read(contentsOfFile: CommandRun.media("pets.png"))
    let turned = folder.appendingPathComponent("turned.png").path
    // Turning back by the rest of the circle makes the picture that is to be turned by `degrees`.
    let orientation = try #require(ImageOrientation(clockwiseDegrees: 360 - degrees))
    try ImageFile.write(upright.upright(from: orientation), toFile: turned)
    let expected = try #require(try lines(try track("pets.png", "--json", "-").output).first?.detections.first)
    let run = try CommandRun([
      "track", turned, "--model", CommandRun.model("efficientdet_lite0_int8.tflite"), "--rotation", "\(degrees)",
      "--json", "-",
    ])
    let found = try #require(try lines(run.output).first?.detections.first).boundingBox
    let (width, height) = (upright.width, upright.height)
    let box = expected.boundingBox
    let stored =
      switch degrees {
      case 90: Line.Object.Box(x: box.y, y: width - box.x - box.width, width: box.height, height: box.width)
      case 180:
        Line.Object.Box(
          x: width - box.x - box.width, y: height - box.y - box.height, width: box.width, height: box.height)
      default: Line.Object.Box(x: height - box.y - box.height, y: box.x, width: box.height, height: box.width)
      }
    #expect(found == stored)
  }

  @Test("Pictures of a folder are a stream when asked for: one number through all")
  func folderAsStream() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("track-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let video = try VideoReader(contentsOfFile: CommandRun.media("walkers_pan.mp4"))
    for number in 0..<6 {
      guard let frame = try video.next() else { break }
      try ImageFile.write(frame.image, toFile: folder.appendingPathComponent("\(number).png").path)
    }
    let run = try CommandRun([
      "track", folder.path, "--model", CommandRun.model("efficientdet_lite0_int8.tflite"), "--stream", "--json", "-",
      "--quiet",
    ])
    #expect(run.status == 0)
    #expect(try lines(run.output).map { $0.detections.map(\.trackingId) } == Array(repeating: [1], count: 6))
  }

  @Test("An annotated video, rows and text")
  func outputs() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("track-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (video, csv) = (folder.appendingPathComponent("a.mp4").path, folder.appendingPathComponent("a.csv").path)
    let run = try track("walkers_pan.mp4", "--max-frames", "10", "--annotate", video, "--csv", csv, "--quiet")
    #expect(run.status == 0)
    #expect(try VideoReader(contentsOfFile: video).width == 480)
    let rows = try String(contentsOf: URL(fileURLWithPath: csv), encoding: .utf8).split(separator: "\n")
    #expect(
      rows.first == "file,frame,timestamp_ms,object,tracking_id,x,y,width,height,classification_category,confidence")
    #expect(rows.count == 11)
    let text = try track("walkers_pan.mp4", "--max-frames", "2")
    #expect(text.output.contains("Tracking ID: 1"))
  }

  @Test("Each video is numbered by itself from 1", arguments: [["track"], ["detect", "--track"]])
  func eachVideo(command: [String]) throws {
    let folder = try TemporaryFolder()
    let video = try CommandRun.media("walkers_pan.mp4")
    let run = try CommandRun(
      command + [
        video, video, "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--max-frames", "6", "--json",
        folder.path("a.jsonl"), "--quiet",
      ] + (command.count > 1 ? ["--coco", folder.path("a.json")] : []))
    #expect(run.status == 0)
    let ids = try folder.text("a.jsonl").split(separator: "\n").map { line in
      line.matches(of: /"trackingId":([0-9]+)/).map { String($0.output.1) }
    }
    #expect(ids.count == 12 && !ids[0].isEmpty && Array(ids[..<6]) == Array(ids[6...]))
    guard command.count > 1 else { return }
    let coco = try folder.text("a.json")
    #expect(coco.matches(of: /"video_id":1[,}]/).count == 6 && coco.matches(of: /"video_id":2[,}]/).count == 6)
    #expect(Set(coco.matches(of: /"file_name":"[^"]*"/).map { String($0.output) }).count == 6)
  }

  @Test(
    "After a hard cut no object of the scene before is left",
    arguments: [["detect", "--track"], ["track", "--multiple-objects"]])
  func hardCut(command: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("frames")
    let video = try VideoReader(contentsOfFile: CommandRun.media("walkers_pan.mp4"))
    for number in 0..<6 {
      guard let frame = try video.next() else { break }
      try ImageFile.write(frame.image, toFile: folder.path("frames/\(number).png"))
    }
    // Blank frames of the same size: the next scene has no object.
    let zeros = [UInt8](repeating: 0, count: 3 * video.width * video.height)
    let blank = try ImageBuffer(copying: zeros, width: video.width, height: video.height, format: .rgb)
    for number in 6..<8 { try ImageFile.write(blank, toFile: folder.path("frames/\(number).png")) }
    let run = try CommandRun(
      command + [
        folder.path("frames"), "--mode", "video", "--json", "-", "--quiet", "--model",
        CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
      ])
    #expect(run.status == 0)
    let counts = run.output.split(separator: "\n").map { $0.matches(of: /"boundingBox"/).count }
    #expect(counts.count == 8 && counts[5] > 0 && counts[6...].allSatisfy { $0 == 0 }, "\(counts)")
  }

  @Test("A missing model ends with status 3 and the command that mends it")
  func missingModel() throws {
    let run = try CommandRun(
      ["track", CommandRun.media("pets.png"), "--classify"], environment: ["XDG_CACHE_HOME": "/nonexistent"])
    #expect(run.status == 3)
    #expect(run.errors.contains("vision models fetch"))
  }
}
