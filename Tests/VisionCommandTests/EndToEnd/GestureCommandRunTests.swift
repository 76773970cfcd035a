import Foundation
import TestSupport
import Testing
import VisionMedia

@Suite("vision gesture, end to end", .needs(.command), .needs(.shared))
struct GestureCommandRunTests {
  /// As much of a result line as these tests look at.
  struct Line: Decodable {
    struct Category: Decodable {
      let categoryName: String
      let score: Float
    }

    let frame: Int
    let timestampMs: Int?
    let gestures: [[Category]]
    let landmarks: [[[Float]]]
  }

  private struct Golden: Decodable {
    let frames: [Line]
  }

  private func run(_ arguments: String..., input: String? = nil, environment: [String: String] = [:]) throws
    -> CommandRun
  {
    try CommandRun(
      ["gesture", "--model", CommandRun.model("gesture_recognizer.task")] + arguments, input: input,
      environment: environment)
  }

  private func lines(_ text: String) throws -> [Line] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  private func golden(_ name: String) throws -> [Line] {
    let file = URL(filePath: try SharedFolder.path("golden/\(name).json"))
    return try JSONDecoder().decode(Golden.self, from: Data(contentsOf: file)).frames
  }

  @Test("A picture: one JSON line that agrees with MediaPipe's result, nothing on standard error")
  func picture() throws {
    let run = try run(CommandRun.media("thumb_up_teal.png"), "--num-hands", "2", "--json", "-")
    #expect(run.status == 0)
    #expect(run.errors == "")
    let line = try #require(try lines(run.output).first)
    let expected = try #require(try golden("thumb_up_teal.gesture_n2").first)
    #expect(line.timestampMs == nil)
    #expect(line.gestures[0][0].categoryName == "Thumb_Up")
    #expect(abs(line.gestures[0][0].score - expected.gestures[0][0].score) < 0.001)
    for (ours, theirs) in zip(line.landmarks[0], expected.landmarks[0]) {
      #expect(abs(ours[0] - theirs[0]) < 0.0005 && abs(ours[1] - theirs[1]) < 0.0005)
    }
  }

  @Test("A turned picture gives MediaPipe's result for the same turn")
  func rotation() throws {
    let run = try run(CommandRun.media("thumb_up_teal.png"), "--num-hands", "2", "--rotation", "90", "--json", "-")
    let expected = try #require(try golden("thumb_up_teal.gesture_n2.rot90").first)
    let line = try #require(try lines(run.output).first)
    #expect(line.gestures[0][0].categoryName == expected.gestures[0][0].categoryName)
    #expect(abs(line.landmarks[0][8][0] - expected.landmarks[0][8][0]) < 0.0005)
  }

  @Test("A video: a line a frame with its timestamp, in order")
  func video() throws {
    let run = try run(
      CommandRun.media("thumb_video.mp4"), "--num-hands", "2", "--max-frames", "40", "--json", "-", "--quiet")
    #expect(run.status == 0)
    #expect(run.errors == "")
    let lines = try lines(run.output)
    let expected = try golden("thumb_video.gesture_n2").prefix(40)
    #expect(lines.map(\.frame) == Array(0..<40))
    #expect(lines.map(\.timestampMs) == expected.map(\.timestampMs))
    #expect(lines.map(\.landmarks.count) == expected.map(\.landmarks.count))
  }

  @Test("Live mode answers in order and leaves frames out rather than fall behind")
  func live() throws {
    let run = try run(
      CommandRun.media("thumb_video.mp4"), "--mode", "live", "--max-frames", "20", "--json", "-", "--quiet")
    #expect(run.status == 0)
    let frames = try lines(run.output).map(\.frame)
    #expect(frames.first == 0)
    #expect(frames == frames.sorted())
  }

  @Test("Without flags the result is laid out as in the guides")
  func text() throws {
    let run = try run(CommandRun.media("thumb_up_teal.png"))
    #expect(run.output.hasPrefix("GestureRecognizerResult:\n  Handedness:\n    Categories #0:"))
    #expect(run.output.contains("categoryName : Thumb_Up"))
    #expect(run.output.contains("(21 landmarks for a hand)"))
  }

  @Test("An input that fails is named, the others are done, the status is 1")
  func brokenAmongGood() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("broken-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try Data(contentsOf: URL(fileURLWithPath: CommandRun.media("thumb_up_teal.png")))
    try whole.write(to: folder.appendingPathComponent("a.png"))
    try whole.prefix(2000).write(to: folder.appendingPathComponent("b.png"))
    try whole.write(to: folder.appendingPathComponent("c.png"))
    let annotated = folder.appendingPathComponent("annotated")
    let run = try run(folder.path, "--json", "-", "--annotate", annotated.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("b.png"))
    #expect(try lines(run.output).count == 2)
    for name in ["a.png", "c.png"] {
      let picture = try ImageFile.read(contentsOfFile: annotated.appendingPathComponent(name).path)
      #expect(picture.width == 640 && picture.height == 521)
    }
  }

  @Test(
    "Pictures worked on at a time give the same lines in the same order as one after the other, and name the broken one"
  )
  func jobs() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("jobs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["large_12mp.jpg", "thumb_up_teal.png", "tiny_32x24.png", "pointing_up.png", "rock_portrait.png"]
    for (place, name) in names.enumerated() {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: CommandRun.media(name)))
      let wanted = place == 2 ? bytes.prefix(60) : bytes
      try wanted.write(to: folder.appendingPathComponent("\(place)-\(name)"))
    }
    let oneByOne = try run(folder.path, "--json", "-", "--jobs", "1")
    let threeAtATime = try run(folder.path, "--json", "-", "--jobs", "3")
    #expect(oneByOne.status == 1 && threeAtATime.status == 1)
    #expect(threeAtATime.output == oneByOne.output)
    #expect(try lines(oneByOne.output).count == 4)
    #expect(threeAtATime.errors.contains("2-tiny_32x24.png"))
    #expect(try run(folder.path, "--jobs", "0").status == 2)
  }

  @Test("A dash reads a picture from standard input")
  func standardInput() throws {
    let run = try run("-", "--json", "-", input: CommandRun.media("thumb_up_teal.png"))
    #expect(run.status == 0)
    #expect(try lines(run.output).first?.gestures.first?.first?.categoryName == "Thumb_Up")
  }

  @Test("Wrong usage is status 2; a missing model or runtime library is status 3 and says the command that mends it")
  func statuses() throws {
    #expect(try run("--no-such-option").status == 2)
    #expect(try run(CommandRun.media("thumb_up_teal.png"), "--num-hands", "0").status == 2)
    let model = try CommandRun(
      ["gesture", CommandRun.media("thumb_up_teal.png")], environment: ["XDG_CACHE_HOME": "/nonexistent"])
    #expect(model.status == 3)
    #expect(model.errors.contains("vision models fetch gesture_recognizer"))
    let library = try run(
      CommandRun.media("thumb_up_teal.png"), environment: ["VISION_LITERT_LIBRARY": "/nonexistent/lib.so"])
    #expect(library.status == 3)
    #expect(library.errors.contains("scripts/setup"))
  }

  @Test("vision hand finds the same hand with the hand landmarker's bundle")
  func hand() throws {
    let run = try CommandRun([
      "hand", CommandRun.media("thumb_up_teal.png"), "--model", CommandRun.model("hand_landmarker.task"), "--json", "-",
    ])
    #expect(run.status == 0)
    #expect(run.output.contains("\"landmarks\":[[["))
    #expect(run.output.contains("\"Left\""))
  }
}
