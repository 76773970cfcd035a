import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionTasks

/// Inputs and outputs of every kind through the built command.
@Suite("Media in and out, end to end", .needs(.command), .needs(.shared))
final class MediaRunTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("media-run-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  private func detect(
    _ arguments: String..., interruptAfterLines: Int? = nil, by signal: Int32 = SIGINT
  ) throws -> CommandRun {
    try CommandRun(
      ["detect", "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite")] + arguments,
      interruptAfterLines: interruptAfterLines, by: signal)
  }

  /// The frames of a video with their times, and whether any of their pixels has the pure colours of a drawing.
  private func frames(of name: String) throws -> [(milliseconds: Int, image: ImageBuffer)] {
    let reader = try VideoReader(contentsOfFile: path(name))
    var frames: [(Int, ImageBuffer)] = []
    while let frame = try reader.next() { frames.append((frame.timestampInMilliseconds, frame.image)) }
    return frames
  }

  @Test("An annotated video has the source's frames at their times, with the skeleton drawn")
  func annotatedVideo() throws {
    let source = try CommandRun.media("walkers_pan.mp4")
    let run = try CommandRun([
      "pose", source, "--model", CommandRun.model("pose_landmarker_lite.task"), "--annotate", path("out.mp4"),
      "--json", path("out.jsonl"),
    ])
    #expect(run.status == 0)
    #expect(run.errors == "" && run.output == "")
    let reader = try VideoReader(contentsOfFile: source)
    let drawn = try frames(of: "out.mp4")
    var index = 0
    var changed = 0
    while let frame = try reader.next() {
      guard index < drawn.count else { break }
      #expect(abs(drawn[index].milliseconds - frame.timestampInMilliseconds) <= 1)
      if difference(drawn[index].image, frame.image) > 0.5 { changed += 1 }
      index += 1
    }
    #expect(drawn.count == 90 && index == 90)
    #expect(changed > 80, "the skeleton shows")
    #expect(try text("out.jsonl").split(separator: "\n").count == 90)
  }

  /// The share of pixels, in percent, that differ much in a channel.
  private func difference(_ a: ImageBuffer, _ b: ImageBuffer) -> Double {
    var count = 0
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        for index in stride(from: 0, to: min(a.count, b.count), by: 3) where abs(Int(a[index]) - Int(b[index])) > 90 {
          count += 1
        }
      }
    }
    return 100 * Double(count) / Double(b.width * b.height)
  }

  @Test(
    "Ctrl-C, a request to end and a closed terminal leave whole lines and a playable video, reported by the status",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func interruption(signal: Int32) throws {
    let run = try detect(
      try CommandRun.media("laptop_video.mp4"), "--annotate", path("out.mp4"), "--json", "-", "--csv", path("out.csv"),
      "--coco", path("out.json"), interruptAfterLines: 5, by: signal)
    #expect(run.status == 130)
    let lines = run.output.split(separator: "\n")
    #expect((5..<96).contains(lines.count))
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    #expect(try frames(of: "out.mp4").count == lines.count)
    let coco = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path("out.json"))))
    #expect(((coco as? [String: Any])?["images"] as? [Any])?.count == lines.count)
    #expect(try text("out.csv").hasSuffix("\n"))
    #expect(try files() == ["out.csv", "out.json", "out.mp4"])
  }

  @Test("CSV has a header and a row a box; COCO's file is whole and agrees with it")
  func tables() throws {
    let pets = try CommandRun.media("pets.png")
    let cat = try CommandRun.media("cat_720p.jpg")
    let run = try detect(pets, cat, "--csv", path("out.csv"), "--coco", path("out.json"), "--max-results", "2")
    #expect(run.status == 0)
    let rows = try text("out.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(
      rows[0] == [
        "file", "frame", "timestamp_ms", "detection", "x", "y", "width", "height", "category", "index", "score",
      ])
    #expect(rows.count == 5)
    #expect(rows[1] == [Substring(pets), "0", "", "0", "118", "48", "131", "246", "dog", "17", "0.80078125"])
    #expect(rows[3].prefix(9) == [Substring(cat), "0", "", "0", "95", "94", "802", "609", "cat"])

    struct COCO: Decodable {
      struct Picture: Decodable {
        let id: Int
        let file_name: String
        let width: Int
        let height: Int
      }
      struct Annotation: Decodable {
        let id: Int
        let image_id: Int
        let category_id: Int
        let bbox: [Int]
        let area: Int
        let score: Double
      }
      struct Category: Decodable {
        let id: Int
        let name: String
      }
      let images: [Picture]
      let annotations: [Annotation]
      let categories: [Category]
    }
    let coco = try JSONDecoder().decode(COCO.self, from: Data(contentsOf: URL(fileURLWithPath: path("out.json"))))
    #expect(coco.images.map(\.id) == [1, 2] && coco.images[1].file_name == cat && coco.images[1].width == 1280)
    #expect(coco.annotations.map(\.image_id) == [1, 1, 2, 2] && coco.annotations.map(\.id) == [1, 2, 3, 4])
    #expect(coco.annotations[0].bbox == [118, 48, 131, 246] && coco.annotations[0].area == 131 * 246)
    #expect(coco.annotations[0].category_id == 18, "COCO's own number of a dog")
    #expect(coco.categories.contains { $0.id == 18 && $0.name == "dog" })
    #expect(try files() == ["out.csv", "out.json"])
  }

  @Test("A broken video among good inputs is named, the others are done and drawn under their names")
  func brokenVideo() throws {
    let video = try Data(contentsOf: URL(fileURLWithPath: CommandRun.media("walkers_pan.mp4")))
    try video.prefix(video.count / 2).write(to: folder.appendingPathComponent("a.mp4"))
    try Data(contentsOf: URL(fileURLWithPath: CommandRun.media("pets.png"))).write(
      to: folder.appendingPathComponent("b.png"))
    try video.write(to: folder.appendingPathComponent("c.mp4"))
    let run = try detect(
      path("*.mp4"), path("b.png"), "--annotate", path("drawn"), "--json", path("out.jsonl"), "--max-frames", "10")
    #expect(run.status == 1)
    #expect(run.errors.contains("a.mp4"))
    #expect(try VideoReader(contentsOfFile: path("drawn/c.mp4")).estimatedFrameCount == 10)
    #expect(try ImageFile.read(contentsOfFile: path("drawn/b.png")).width == 512)
    #expect(try text("out.jsonl").split(separator: "\n").count >= 11)
  }

  @Test("A camera answers as frames come; FFmpeg's test pictures stand in for one")
  func camera() throws {
    let run = try detect(
      "lavfi:testsrc2=size=320x240:rate=25", "--max-frames", "20", "--json", "-", "--annotate", path("out.mp4"),
      "--verbose")
    #expect(run.status == 0)
    #expect(run.errors.contains("of 20 frames dropped"))
    let count = run.output.split(separator: "\n").count
    #expect((1...20).contains(count))
    #expect(try frames(of: "out.mp4").count == count)
    let missing = try detect("/dev/video97")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("/dev/video97"))
  }

  @Test("A drawing that does not fit its input is refused by name; results come all the same")
  func wrongKinds() throws {
    let run = try detect(try CommandRun.media("pets.png"), "--annotate", path("out.mp4"), "--json", "-")
    #expect(run.status == 1)
    #expect(run.errors.contains("out.mp4") && run.errors.contains(".png"))
    #expect(run.output.contains("dog"))
    #expect(try detect(try CommandRun.media("pets.png"), "--annotate", path("out.gif")).status == 2)
    #expect(try detect(try CommandRun.media("pets.png"), "--json", "-", "--csv", "-").status == 2)
  }
}
