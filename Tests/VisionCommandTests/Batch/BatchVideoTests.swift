import Foundation
import TestSupport
import Testing

@Suite("Videos in batches, end to end", .needs(.command), .needs(.shared), .needs(.ffmpeg))
struct BatchVideoTests {
  private let fixture: BatchFixture

  init() throws {
    fixture = try BatchFixture()
    try fixture.folder.makeFolder("in")
    let maker = Process()
    maker.executableURL = SystemCommand.ffmpeg
    maker.arguments = [
      "-v", "error", "-i", try CommandRun.media("laptop_video.mp4"), "-vf", "scale=160:-2", "-frames:v", "60", "-c:v",
      "libx264",
      "-x264-params", "keyint=10:min-keyint=10:bframes=2:open-gop=1", fixture.path("in/a.mp4"),
    ]
    try maker.run()
    maker.waitUntilExit()
    try #require(maker.terminationStatus == 0)
    try fixture.writeImages(0..<2)
  }

  private func withoutNumber(_ line: String) -> String { line.replacing(/"number":\d+,/, with: "") }

  @Test("The results of segments together are those of the whole video and of the command")
  func segments() throws {
    for task in ["detect", "classify"] {
      func run(_ out: String, _ options: [String]) throws {
        let run = try fixture.run(
          [fixture.path("in"), "--out", fixture.path(task + out), "--quiet"] + options, task: task)
        #expect(run.status == 0, "\(run.errors)")
      }
      try run("whole", [])
      try run("cut", ["--segment-seconds", "0.3", "--part-size", "2"])
      let whole = try fixture.lines(task + "whole").map(withoutNumber)
      #expect(whole.count == 62)
      #expect(try fixture.lines(task + "cut").map(withoutNumber) == whole)
      #expect(try fixture.lines(task + "cut", "manifest").count == 8)
      let plain = try CommandRun(
        BatchFixture.arguments([fixture.path("in"), "--json", "-", "--quiet"], task: task).filter { $0 != "batch" })
      #expect(plain.output.split(separator: "\n").map(String.init) == whole)
    }
  }

  @Test("An input whose name is too long for its labels is reported; the others have theirs")
  func longName() throws {
    // Between the others.
    let name = String(repeating: "aax", count: 83) + "xx.mp4"
    try FileManager.default.copyItem(atPath: fixture.path("in/a.mp4"), toPath: fixture.path("in/b.mp4"))
    try FileManager.default.copyItem(atPath: fixture.path("in/a.mp4"), toPath: fixture.path("in/" + name))
    let run = try fixture.run(
      [fixture.path("in"), "--out", fixture.path("out"), "--cvat", "--mot", "--quiet"], task: "detect")
    #expect(run.status == 1, "\(run.errors)")
    for format in ["--cvat: ", "--mot: "] { #expect(run.errors.contains(format), "\(run.errors)") }
    #expect(run.errors.contains("xxx.mp4.xml cannot be written: File name too long."), "\(run.errors)")
    let files = try fixture.files("out").keys
    #expect(
      files.contains("cvat/videos/a.mp4.xml") && files.contains("mot/a.mp4.txt") && files.contains("cvat/images.xml"))
    #expect(files.contains("cvat/videos/b.mp4.xml") && files.contains("mot/b.mp4.txt"))
    let merged = try fixture.merge(["out"], out: "merged")
    #expect(merged.status == 1 && merged.errors.contains("File name too long"), "\(merged.errors)")
  }

  @Test("Ctrl-C in a video between images leaves no part without the video")
  func interruptedVideo() throws {
    try fixture.folder.makeFolder("mixed")
    let maker = Process()
    maker.executableURL = SystemCommand.ffmpeg
    maker.arguments = [
      "-v", "error", "-stream_loop", "5", "-i", fixture.path("in/a.mp4"), "-c", "copy", fixture.path("mixed/b.mp4"),
    ]
    try maker.run()
    maker.waitUntilExit()
    try #require(maker.terminationStatus == 0)
    for name in ["a", "c", "d", "e"] { try fixture.folder.write(BatchFixture.image(1), "mixed/\(name).png") }
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = try BatchFixture.arguments([
      fixture.path("mixed"), "--out", fixture.path("out"), "--jobs", "2", "--quiet",
    ])
    try process.run()
    func hasBegun() throws -> Bool {
      guard FileManager.default.fileExists(atPath: fixture.path("out/.batch")) else { return false }
      return try fixture.files("out").keys.contains { $0.hasPrefix(".batch/.staged-") }
    }
    while process.isRunning, try !hasBegun() { usleep(1000) }
    // The first image is written now, and all others are done long before the video.
    usleep(500_000)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try fixture.lines("out").isEmpty)
    try fixture.runDone(out: "out", input: [fixture.path("mixed")])
    let lines = try fixture.lines("out").map { try BatchLine($0) }
    #expect(lines.count { $0.number == 1 } == 60 * 6 && lines.first?.number == 0 && lines.last?.number == 4)
  }

  @Test("With tracking videos stay whole, and a warning says why")
  func tracking() throws {
    let out = ["--out", fixture.path("out"), "--segment-seconds", "0.3", "--track"]
    let run = try fixture.run([fixture.path("in")] + out, task: "detect")
    #expect(run.status == 0 && run.errors.contains("--segment-seconds has no effect"), "\(run.errors)")
    #expect(try fixture.lines("out", "manifest").count == 3)
    let plain = try CommandRun(
      BatchFixture.arguments([fixture.path("in"), "--track", "--json", "-", "--quiet"], task: "detect")
        .filter { $0 != "batch" })
    #expect(try fixture.lines("out").map(withoutNumber) == plain.output.split(separator: "\n").map(String.init))
  }
}
