import Foundation
import TestSupport
import Testing

/// Batches that are killed, which no program can prevent. `scripts/ci/test-batch` does the same with 500 images and 20 kills.
@Suite("Killed batches, end to end", .needs(.command), .needs(.shared))
struct BatchKillTests {
  private let fixture: BatchFixture

  init() throws { fixture = try BatchFixture() }

  /// Runs a batch and kills it after a time; true if it had ended by then.
  private func runKilled(_ arguments: [String], after seconds: Double) throws -> Bool {
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = try BatchFixture.arguments(arguments)
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(seconds * 1_000_000))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .exit
  }

  @Test("After any number of kills at any moment the folder has the bytes of an undisturbed run")
  func killed() throws {
    try fixture.writeImages(0..<80)
    for number in [7, 33] { try fixture.folder.write("broken", "in/\(1000 + number).png") }
    let arguments = [fixture.path("in"), "--part-size", "8", "--quiet", "--out"]
    let start = Date()
    #expect(try fixture.run(arguments + [fixture.path("whole")]).status == 1)
    let duration = Date().timeIntervalSince(start)
    let whole = try fixture.files("whole")
    var random = SeededGenerator(seed: 23)
    var killCount = 0
    for round in 0..<3 {
      let out = "out\(round)"
      for _ in 0..<4 {
        let moment = Double.random(in: 0...duration, using: &random)
        if try !runKilled(arguments + [fixture.path(out)], after: moment) { killCount += 1 }
        // What has its name is whole.
        for (name, bytes) in try fixture.files(out) where name.hasPrefix("part-") { #expect(bytes == whole[name]) }
      }
      #expect(try fixture.run(arguments + [fixture.path(out)]).status == 1)
      let files = try fixture.files(out)
      #expect(files.keys.sorted() == whole.keys.sorted())
      #expect(files == whole)
    }
    #expect(killCount >= 3, "most runs were killed in the middle")
  }

  @Test("A killed retry leaves no failed input lost and none done twice")
  func killedRetry() throws {
    try fixture.writeImages(0..<40)
    let arguments = [fixture.path("in"), "--part-size", "8", "--quiet", "--out"]
    #expect(try fixture.run(arguments + [fixture.path("whole")]).status == 0)
    for number in stride(from: 0, to: 40, by: 3) { try fixture.folder.write("broken", "in/\(1000 + number).png") }
    #expect(try fixture.run(arguments + [fixture.path("out")]).status == 1)
    try fixture.writeImages(0..<40)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<4 {
      _ = try runKilled(
        arguments + [fixture.path("out"), "--retry-failed"], after: Double.random(in: 0.1...0.5, using: &random))
    }
    #expect(try fixture.run(arguments + [fixture.path("out"), "--retry-failed"]).status == 0)
    #expect(try fixture.files("out") == fixture.files("whole"))
  }
}
