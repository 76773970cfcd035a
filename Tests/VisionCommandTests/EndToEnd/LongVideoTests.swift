import Foundation
import TestSupport
import Testing
import VisionMedia

@Suite(
  "An hour of video",
  .needs(.command), .needs(.shared), .needs(.ffmpeg))
struct LongVideoTests {
  /// Resident memory of a process in megabytes; nil where the system has no such file.
  private static func residentMegabytes(of process: Process) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    return kilobytes / 1024
  }

  @Test(
    "Memory is flat from the first minutes to the end: 900 frames drawn, encoded and written", .timeLimit(.minutes(5)))
  func flat() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hour-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    let maker = Process()
    maker.executableURL = SystemCommand.ffmpeg
    maker.arguments = [
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=1/4:duration=3600", "-c:v", "libx264", "-preset",
      "ultrafast", path("hour.mp4"),
    ]
    try maker.run()
    maker.waitUntilExit()
    try #require(maker.terminationStatus == 0)

    let run = Process()
    run.executableURL = CommandRun.executable
    run.arguments = [
      "detect", path("hour.mp4"), "--model", try CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--json",
      path("out.jsonl"), "--coco", path("out.json"), "--annotate", path("out.mp4"), "--score-threshold", "0.2",
      "--quiet",
    ]
    try run.run()
    var samples: [Double] = []
    while run.isRunning {
      if let megabytes = Self.residentMegabytes(of: run) { samples.append(megabytes) }
      usleep(100_000)
    }
    #expect(run.terminationStatus == 0)
    let lines = try String(contentsOfFile: path("out.jsonl"), encoding: .utf8).split(separator: "\n").count
    #expect(lines == 900)
    #expect(try VideoReader(contentsOfFile: path("out.mp4")).estimatedFrameCount == 900)
    guard samples.count > 40 else { return }  // Only Linux tells.
    func median(_ values: ArraySlice<Double>) -> Double { values.sorted()[values.count / 2] }
    let early = median(samples[samples.count / 10..<samples.count / 5])
    let late = median(samples[samples.count * 9 / 10..<samples.count - 1])
    print("an hour: \(early) MB in the second tenth, \(late) MB in the last, at most \(samples.max() ?? 0) MB")
    #expect(late < early + 4)
  }
}
