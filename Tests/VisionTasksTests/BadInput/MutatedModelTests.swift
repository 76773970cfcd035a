import Foundation
import TestSupport
import Testing

@testable import VisionTasks

/// Damaged models that the verifier lets through really run, in child processes that may die without harm.
///
/// `VISION_MUTATIONS` sets how many mutations are tried; `scripts/ci/mutate-models` tries 20,000 in a release build.
@Suite(
  "Mutated models that really run",
  .needs(.shared), .needs(.programs, if: BuiltProgram.mutatedModelRunner != nil))
struct MutatedModelTests {
  #if DEBUG
    private static let standardCount = 120
  #else
    private static let standardCount = 600
  #endif

  @Test("No mutation that is let through ends the process by a signal or takes a minute", .timeLimit(.minutes(30)))
  func mutations() throws {
    let count = ProcessInfo.processInfo.environment["VISION_MUTATIONS"].flatMap { Int($0) } ?? Self.standardCount
    let process = Process()
    process.executableURL = BuiltProgram.mutatedModelRunner
    process.arguments = ["supervise", "--count", "\(count)", try SharedFolder.path("models")]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let deaths = text.split(separator: "\n").filter { $0.hasPrefix("death") }
    #expect(deaths.isEmpty, "\(deaths.joined(separator: "\n"))")
    #expect(process.terminationStatus == 0)
    let total = try #require(
      text.firstMatch(of: /\ntotal (\d+) refused (\d+) let-through (\d+) ran (\d+) errors (\d+) deaths (\d+)/))
    print(total.0.dropFirst())
    #expect(Int(total.1) == count)
    // A verifier that refuses everything would prove nothing.
    #expect((Int(total.4) ?? 0) > count / 10)
  }
}
