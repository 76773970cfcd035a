import Foundation
import TestSupport
import Testing
import VisionTasks

@testable import VisionBench
@testable import VisionCore

/// `scripts/benchmarks/page`, `engines-page` and `whole-page` on a copy of the pages.
@Suite("Benchmark pages")
struct BenchPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("a checkout/scripts/benchmarks")
    try folder.makeFolder("a checkout/docs")
    for name in [
      "scripts/benchmarks/page", "scripts/benchmarks/engines-page", "scripts/benchmarks/whole-page",
      "scripts/benchmarks/tables.py", "docs/benchmarks", "BENCHMARKS.md", "README.md",
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

  private func benchPage(_ argument: String, by program: String = "page") throws -> Int32 {
    let process = Process()
    process.executableURL = SystemCommand.python
    process.arguments = [folder.path("a checkout/scripts/benchmarks/" + program), argument]
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

  @Test("The page of the engines says where a peer is faster, by how much, and why one has no time")
  func engines() throws {
    func run(_ engine: String, _ threads: Int, time: Double, processor: Double) -> String {
      """
      {"round": 1, "engine": "\(engine)", "threads": \(threads), "precision": "exact", "time_ms": \(time),
       "processor_ms": \(processor), "isExact": true, "runs": 9}
      """
    }
    let runs = [
      run("ours", 1, time: 4, processor: 4), run("litert", 1, time: 8, processor: 8),
      run("openvino", 1, time: 2, processor: 2), run("ours", 2, time: 3, processor: 5),
      run("openvino", 2, time: 6, processor: 9),
    ]
    let suite = """
      {"date": "2026-01-02", "revision": "abc", "rounds": 1, "versions": {"litert": "2.3.0", "openvino": "2026.4.1"},
       "machine": {"processor": "Some CPU", "cores": 8, "vectorInstructions": ["AVX2 FMA", "AVX2"], "system": "Linux x86_64"},
       "models": [{"model": "m", "errors": {"onnxruntime": "it cannot"}, "runs": [\(runs.joined(separator: ", "))]}]}
      """
    #expect(try benchPage(folder.write(suite, "engines.json"), by: "engines-page") == 0)
    let page = try folder.text("a checkout/docs/benchmarks/engines.md")
    #expect(page.contains("\n| m | 1 | 8.00 | 2.00 | – | 4.00 | 2.00 (2.00 to 2.00) † |\n"))
    #expect(page.contains("\n| m | 2 | – | 6.00 | – | 3.00 | 0.50 (0.50 to 0.50) |\n"))
    #expect(page.contains("\n- than OpenVINO: m, 1 thread, by 100 %.\n"))
    #expect(page.contains("\n- ONNX Runtime: m: `it cannot`\n"))
    #expect(page.contains("\n| m | 4.00 | 3.00 | 4.00 | 5.00 | 25 % (25 % to 25 %) |\n"))
    #expect(try benchPage("--check", by: "engines-page") == 0)
    #expect(try benchPage("--check") == 0)
  }

  @Test("The page of whole processes says which rows miss the limit, and whether decoding alone is the reason")
  func wholeProcesses() throws {
    func times(_ name: String, _ wall: Double, _ processor: Double) -> String {
      """
      "\(name)": {"wall": \(wall), "processor": \(processor)}
      """
    }
    /// A round in which inference takes 4 ms and 7 ms of processor time.
    func row(_ name: String, decode: Double, wall: Double) -> String {
      let sides = [
        times("ours", wall, 13), times("oursDrawn", 9, 16), times("first", 80, 90), times("peer", 20, 24),
        times("peerDrawn", 27, 32),
      ]
      return """
        {"work": "\(name)", "input": "clip.mp4", "frames": 600, "rounds": [{
         "alone": {"infer": 4, "call": 4.4, "processor": 7}, "decode": {"processor": \(decode)},
         \(sides.joined(separator: ", "))}]}
        """
    }
    let rows = [
      row("within", decode: 1, wall: 4.8), row("slow", decode: 1, wall: 6), row("decoded", decode: 5, wall: 7),
    ]
    let run = """
      {"date": "2026-01-02", "revision": "abc", "rounds": 1, "versions": "LiteRT 2.3.0",
       "whole": [\(rows.joined(separator: ", "))],
       "machine": {"processor": "Some CPU", "cores": 2, "vectorInstructions": ["AVX2"], "system": "Linux x86_64"}}
      """
    #expect(try benchPage(folder.write(run, "whole.json"), by: "whole-page") == 0)
    let page = try folder.text("a checkout/docs/benchmarks/whole.md")
    #expect(page.contains("\n| within | clip.mp4 | 600 | 4.00 | 4.40 | 4.80 | 1.20 (1.20 to 1.20) | 80.0 |\n"))
    #expect(page.contains("\n† In 2 of the 3 rows the whole process takes more than 1.25 × its inference.\n"))
    #expect(page.contains(": decoded (minimum 1.50 ×, 5.00 ms of CPU time for decoding, 4.00 ms of inference).\n"))
    #expect(page.contains("need less, and other work is added: slow (minimum 1.10 ×, 5.00 ms of other CPU time).\n"))
    #expect(page.contains("\n| decoded | 13.0 | 7.00 | 5.00 | 1.00 | 6.00 | 1.50 (1.50 to 1.50) |\n"))
    #expect(page.contains("\n| slow | 9.00 | 27.0 | 0.33 (0.33 to 0.33) | 16.0 | 32.0 | 0.50 (0.50 to 0.50) |\n"))
    #expect(try benchPage("--check", by: "whole-page") == 0)
    #expect(try benchPage("--check") == 0)
  }
}
