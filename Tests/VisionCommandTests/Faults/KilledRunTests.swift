import Foundation
import TestSupport
import Testing
import VisionMedia

/// Runs that are killed in the middle, which no program can prevent: whatever has its final name is whole.
@Suite("Killed runs, end to end", .needs(.command), .needs(.shared))
struct KilledRunTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the command until a condition holds and ends it in a way that it cannot notice.
  private func kill(_ arguments: [String], once isUnderWay: () throws -> Bool) throws {
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, try !isUnderWay() { usleep(2000) }
    #expect(process.isRunning, "it was still at work")
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
  }

  private func size(_ name: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path(name))
    return (attributes?[.size] as? Int) ?? 0
  }

  @Test("Lines that were written are whole; a video and COCO's file are not there, or those from before")
  func video() throws {
    try folder.write("before", "out.json")
    try kill([
      "detect", CommandRun.media("laptop_video.mp4"), "--model",
      CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--score-threshold", "0", "--quiet",
      "--json", folder.path("out.jsonl"), "--csv", folder.path("out.csv"), "--coco", folder.path("out.json"),
      "--annotate", folder.path("out.mp4"),
    ]) { size("out.jsonl") > 40_000 }
    for line in try folder.text("out.jsonl").split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    #expect(try folder.text("out.jsonl").hasSuffix("\n"))
    let rows = try folder.text("out.csv").split(whereSeparator: \.isNewline)
    let columns = rows.map { $0.count { $0 == "," } }
    #expect(rows.count > 1 && Set(columns).count == 1, "\(rows.last ?? "")")
    #expect(try folder.text("out.json") == "before")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.mp4")))
  }

  @Test("Annotated images and masks are whole or not there")
  func images() throws {
    for number in 0..<40 { try folder.copy(media: "yoga.png", to: "in/\(number).png") }
    try kill([
      "pose", folder.path("in"), "--model", CommandRun.model("pose_landmarker_lite.task"), "--quiet",
      "--annotate", folder.path("drawn"), "--segmentation-masks", folder.path("masks"),
    ]) { try folder.listing().count { $0.hasPrefix("drawn/") && $0.hasSuffix(".png") && !$0.contains("/.") } >= 3 }
    let files = try folder.listing().filter { $0.hasPrefix("drawn/") || $0.hasPrefix("masks/") }
      .filter { !$0.hasSuffix("/") && !$0.contains("/.") }
    #expect(files.count >= 4)
    for file in files {
      let image = try ImageFile.read(contentsOfFile: folder.path(file)) { Issue.record("\(file): \($0)") }
      #expect(image.width > 0)
    }
  }
}
