import Foundation
import TestSupport
import Testing
import VisionTasks

@testable import VisionBench
@testable import VisionCore

/// `scripts/benchmarks/page` on a copy of the pages.
@Suite("Benchmark pages")
struct BenchPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("a checkout/scripts/benchmarks")
    try folder.makeFolder("a checkout/docs")
    for name in [
      "scripts/benchmarks/page", "scripts/benchmarks/tables.py", "docs/benchmarks", "BENCHMARKS.md", "README.md",
    ] {
      try FileManager.default.copyItem(atPath: Checkout.file(name).path, toPath: folder.path("a checkout/" + name))
    }
  }

  /// Takes over a run with one row.
  private func take(
    _ time: Double, on processor: String, liteRT: String = "2.3.0", named name: String = "gesture, video"
  ) throws {
    let row = SuiteRow(
      task: "gesture", name: name, model: "m", file: "clip.mp4", limits: .video(time: 0.4, processorTime: 0.5))
    var report = SuiteReport(
      date: "2026-01-02",
      machine: MachineDescription(
        processor: processor, cores: 8, vectorInstructions: ["AVX2 FMA", "AVX2"], system: "Linux x86_64"),
      versions: SuiteReport.Versions(ours: "abc", liteRT: liteRT, mediaPipe: "1.2.2"), rounds: 1)
    report.rows = [SuiteResult(row, SampleReport.report([(time, 10)]))]
    let suite = try folder.write(VisionBench.json(report), "suite.json")
    #expect(try benchPage(suite) == 0)
  }

  private func benchPage(_ argument: String) throws -> Int32 {
    let process = Process()
    process.executableURL = SystemCommand.python
    process.arguments = [folder.path("a checkout/scripts/benchmarks/page"), argument]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func tables() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("a checkout/docs/benchmarks"))
    return try names.filter { $0.hasSuffix(".json") }
      .reduce(into: [:]) { $0[$1] = try folder.bytes("a checkout/docs/benchmarks/" + $1) }
  }

  @Test("A model of processor has its own table, which a run on another one leaves as it is")
  func processors() throws {
    let before = try tables()
    try take(4, on: "Some(R) CPU E5 @ 2.20GHz")
    var after = try tables()
    let name = "avx2-some-e5-8-cores.json"
    let new = try #require(after[name])
    after[name] = nil
    #expect(String(decoding: new, as: UTF8.self).contains("\"gesture, video\""))
    #expect(after == before)
    let page = try folder.text("a checkout/BENCHMARKS.md")
    #expect(page.contains("\n## AVX2, no AVX-512: Some(R) CPU E5 @ 2.20GHz, 8 cores\n"))
    #expect(try benchPage("--check") == 0)
  }

  @Test("A run of some rows updates those, also with other versions beside it")
  func rows() throws {
    try take(4, on: "Some CPU")
    try take(5, on: "Some CPU", named: "pose, video")
    try take(6, on: "Some CPU", liteRT: "2.4.0")
    let page = try folder.text("a checkout/BENCHMARKS.md")
    #expect(page.contains("| gesture, video | clip.mp4 | 6.00 |") && page.contains("| pose, video | clip.mp4 | 5.00 |"))
    #expect(page.contains("1 round, LiteRT 2.4.0, MediaPipe 1.2.2; 2026-01-02, commit abc, 1 round, LiteRT 2.3.0"))
  }
}
