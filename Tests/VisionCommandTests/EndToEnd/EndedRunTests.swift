import Foundation
import TestSupport
import Testing
import VisionMedia

/// Runs that are ended from outside leave whole results or none, and nothing hidden.
@Suite("Ended runs, end to end", .needs(.command), .needs(.shared))
struct EndedRunTests {
  private let folder: TemporaryFolder
  private let process = Process()
  private let pipe = Pipe()

  init() throws {
    folder = try TemporaryFolder()
    process.executableURL = CommandRun.executable
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.arguments = [
      "detect", try CommandRun.media("laptop_video.mp4"), "--model",
      try CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--score-threshold", "0", "--json", "-", "--annotate",
      folder.path("out.mp4"), "--coco", folder.path("out.json"), "--csv", folder.path("out.csv"), "--quiet",
    ]
  }

  @Test("When the reader of standard output has enough, everything else is finished")
  func readerGone() throws {
    try process.run()
    _ = try pipe.fileHandleForReading.read(upToCount: 10)
    try pipe.fileHandleForWriting.close()
    try pipe.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 141)
    #expect(try folder.listing() == ["out.csv", "out.json", "out.mp4"])
    let coco = try JSONSerialization.jsonObject(with: folder.bytes("out.json")) as? [String: Any]
    let frames = (coco?["images"] as? [Any])?.count ?? 0
    #expect((1..<96).contains(frames))
    #expect(try VideoReader(contentsOfFile: folder.path("out.mp4")).estimatedFrameCount == frames)
  }

  @Test("A second signal ends a run that hangs, and removes what is not whole", arguments: [SIGINT, SIGTERM, SIGHUP])
  func second(signal: Int32) throws {
    try folder.write("before", "out.json")
    // Nothing reads the pipe: soon the run waits for room in it, and cannot end by itself.
    #if os(Linux)
      let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ
      _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, setPipeSize, Int32(4096))
    #endif
    try process.run()
    while process.isRunning, try folder.listing().count(where: { $0.hasSuffix(".partial") }) < 2 { usleep(10_000) }
    usleep(1_500_000)
    kill(process.processIdentifier, signal)
    usleep(700_000)
    #expect(process.isRunning, "the first signal waits for the reader")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
    let left = try folder.listing()
    #expect(left == ["out.csv", "out.json"], "\(left)")
    #expect(try folder.text("out.json") == "before")
    #expect(try folder.text("out.csv").hasSuffix("\n"))
  }
}
