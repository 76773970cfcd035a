import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionWorker

@Suite("vision … --track for people, hands and faces, end to end", .needs(.command), .needs(.shared))
struct TrackingIDRunTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let task: String
    let model: String
    let video: String
    var flags: [String] = []
    /// The maximum number of IDs: nobody gets a second one.
    var count = 1

    var testDescription: String { task }
    var arguments: [String] {
      get throws {
        try [task, CommandRun.media(video), "--model", CommandRun.model(model), "--track", "--max-frames", "30"] + flags
      }
    }
  }

  static let cases = [
    Case(
      task: "pose", model: "pose_landmarker_lite.task", video: "walkers_pan.mp4", flags: ["--num-poses", "2"], count: 2),
    Case(task: "hand", model: "hand_landmarker.task", video: "trio_pan.mp4", flags: ["--num-hands", "2"], count: 3),
    Case(
      task: "gesture", model: "gesture_recognizer.task", video: "trio_pan.mp4", flags: ["--num-hands", "2"], count: 3),
    Case(task: "face", model: "face_landmarker.task", video: "face_pan.mp4"),
    Case(task: "face-detect", model: "blaze_face_short_range.tflite", video: "face_pan.mp4"),
  ]

  private struct Line: Decodable {
    struct Box: Decodable { let trackingId: Int? }

    let trackingIds: [Int?]?
    let landmarks: [[[Float]]]?
    let faceLandmarks: [[[Float]]]?
    let detections: [Box]?

    var ids: [Int?] { trackingIds ?? detections?.map(\.trackingId) ?? [] }
    var count: Int { landmarks?.count ?? faceLandmarks?.count ?? detections?.count ?? 0 }
  }

  private func lines(_ text: String) throws -> [Line] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test(
    "JSON has an ID for each, CSV a column, text and video are written; without --track nothing changes",
    arguments: cases)
  func outputs(test: Case) throws {
    let folder = try TemporaryFolder()
    let run = try CommandRun(
      test.arguments + ["--json", "-", "--csv", folder.path("a.csv"), "--annotate", folder.path("a.mp4")])
    #expect(run.status == 0, "\(run.errors)")
    let tracked = try lines(run.output)
    let ids = Set(tracked.flatMap(\.ids).compactMap { $0 })
    #expect(tracked.count == 30 && tracked.allSatisfy { $0.ids.count == $0.count })
    #expect(!ids.isEmpty && ids == Set(1...ids.count) && ids.count <= test.count)
    print("\(test.task): IDs \(ids.sorted()) of \(tracked.map(\.count).reduce(0, +)) sightings")
    let header = try #require(
      try String(contentsOfFile: folder.path("a.csv"), encoding: .utf8).split(separator: "\n").first)
    #expect(header.split(separator: ",").contains("tracking_id"))
    #expect(try VideoReader(contentsOfFile: folder.path("a.mp4")).width > 0)

    let plain = try CommandRun(test.arguments.filter { $0 != "--track" } + ["--json", "-"])
    let stripped = run.output.split(separator: "\n").map { line in
      let untracked = line.replacing(/,?"trackingIds?":(\[[^\]]*\]|\d+)/, with: "")
      return untracked.hasPrefix("{,") ? "{" + untracked.dropFirst(2) : String(untracked)
    }
    #expect(stripped == plain.output.split(separator: "\n").map { String($0) })
  }

  @Test("Images beside a video have the columns of its rows in CSV, in a batch, too", arguments: ["pose", "detect"])
  func mixedInputs(task: String) throws {
    let folder = try TemporaryFolder()
    for name in ["three_people.png", "walkers_pan.mp4"] { try folder.copy(media: name, to: "in/" + name) }
    let model = task == "pose" ? "pose_landmarker_lite.task" : "ssd_mobilenet_v1_coco_quant.tflite"
    let options = try ["--model", CommandRun.model(model), "--track", "--quiet"]
    // Names are sorted, so the image is first.
    let run = try CommandRun([task, folder.path("in"), "--max-frames", "3", "--csv", folder.path("a.csv")] + options)
    #expect(run.status == 0, "\(run.errors)")
    let batch = try CommandRun(
      ["batch", task, folder.path("in"), "--format", "csv", "--out", folder.path("batch")] + options)
    #expect(batch.status == 0, "\(batch.errors)")
    for name in ["a.csv", "batch/part-00000.csv"] {
      let rows = try String(contentsOfFile: folder.path(name), encoding: .utf8).split(separator: "\n")
        .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let column = try #require(rows.first?.firstIndex(of: "tracking_id"), "\(name)")
      #expect(rows.allSatisfy { $0.count == rows[0].count }, "\(name)")
      #expect(rows.dropFirst().contains { $0[column].isEmpty } && rows.contains { $0[column] == "1" }, "\(name)")
    }
  }

  @Test("A worker gives the command's IDs, and a batch does", arguments: cases.prefix(1) + cases.suffix(1))
  func batchAndWorker(test: Case) throws {
    let folder = try TemporaryFolder()
    let command = try lines(CommandRun(test.arguments + ["--json", "-"]).output)
    let batch = try CommandRun(
      ["batch", test.task, CommandRun.media(test.video), "--model", CommandRun.model(test.model), "--track"]
        + test.flags + ["--out", folder.path("batch"), "--quiet"])
    #expect(batch.status == 0, "\(batch.errors)")
    let part = try #require(try folder.listing().first { $0.hasPrefix("batch/part-") && $0.hasSuffix(".jsonl") })
    let parts = try lines(String(contentsOfFile: folder.path(part), encoding: .utf8))
    #expect(parts.prefix(30).map(\.ids) == command.map(\.ids))

    let reader = try VideoReader(contentsOfFile: CommandRun.media(test.video))
    var requests = Data()
    for number in 0..<10 {
      guard let frame = try reader.next() else { break }
      let image = frame.image
      let pixels = image.withUnsafeBytes { bytes in
        (0..<image.height).reduce(into: Data()) { data, row in
          data += bytes[row * image.bytesPerRow..<row * image.bytesPerRow + image.width * image.format.bytesPerPixel]
        }
      }
      let head =
        "{\"id\":\(number),\"bytes\":\(pixels.count),\"format\":\"\(WorkerRequest.Format(image.format).rawValue)\","
        + "\"width\":\(image.width),\"height\":\(image.height),\"timestampMs\":\(frame.timestampInMilliseconds)}\n"
      requests += Data(head.utf8) + pixels
    }
    let worker = try CommandRun(
      ["worker", test.task, "--model", CommandRun.model(test.model), "--mode", "video", "--track"] + test.flags,
      input: folder.write(requests, "requests"))
    #expect(worker.status == 0, "\(worker.errors)")
    let answers = try lines(worker.output.split(separator: "\n").dropFirst().joined(separator: "\n"))
    #expect(answers.map(\.ids) == command.prefix(10).map(\.ids))
  }
}
