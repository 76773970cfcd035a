import Foundation
import VisionCore
import VisionTasks

/// Measures all rows one after another. Rows that cannot be measured are reported and skipped.
struct BenchSuite {
  /// The folder of media files.
  let media: String
  /// A folder of images for the batch rows; nil to skip them.
  var images: String?
  let rounds: Int
  /// A Python interpreter with the package `mediapipe`; nil for no comparison.
  let peer: String?
  /// The folder of its scripts; nil for the one that `PeerScript` finds.
  var scripts: String?
  /// The program whose runs over folders and whose size are measured.
  let vision: URL
  /// The path of the allocation-counting library; nil to not count.
  var allocationCounter: String?
  /// Only rows whose name or file contains this text; nil for all.
  var only: String?
  /// Receives the report after each row, so that an interrupted run keeps its results.
  var progress: (SuiteReport) throws -> Void = { _ in }

  /// The rows that are also measured with several streams.
  private static let streamedRows = SuiteRow.all.filter(\.isStreamed)
  private static let streamCounts = [1, 2, 4, 8]
  private static let streamFrames = 120

  /// Measures everything and fills the report.
  func run(_ report: inout SuiteReport) throws {
    for row in SuiteRow.all where row.matches(only) {
      report.rows.append(result(of: row))
      try progress(report)
    }
    try measureBatches(&report)
    try measureStreams(&report)
    try measureSize(&report)
  }

  private func result(of row: SuiteRow) -> SuiteResult {
    VisionBench.note("\(row.name), \(row.file)")
    let path = path(of: row)
    guard FileManager.default.fileExists(atPath: path) else {
      return notMeasured(row, "\(row.file) is not in \(media).")
    }
    do {
      var measurement = BenchMeasurement(spec: try BenchSpec(row), input: path, rounds: rounds, ours: try .ours())
      measurement.theirs = try process("mediapipe_peer.py")
      measurement.allocationCounter = allocationCounter
      return SuiteResult(row, try measurement.run())
    } catch {
      return notMeasured(row, "\(error)")
    }
  }

  private func notMeasured(_ row: SuiteRow, _ reason: String) -> SuiteResult {
    VisionBench.note("NOT MEASURED: \(row.name): \(reason)")
    return SuiteResult(row, notMeasured: reason)
  }

  private func measureBatches(_ report: inout SuiteReport) throws {
    for row in BatchRow.all where matches(row.name) {
      try measure(row.name, &report) { report in
        guard let images else { throw TasksError.invalidArgument("--images is not given.") }
        report.batches.append(
          try BatchMeasurement(
            row: row, folder: images, rounds: rounds, vision: vision, peer: process("batch_peer.py")
          ).run())
      }
    }
  }

  private func measureStreams(_ report: inout SuiteReport) throws {
    for row in Self.streamedRows where matches("streams, \(row.name) \(row.file)") {
      try measure("streams, \(row.name)", &report) { report in
        let path = path(of: row)
        guard FileManager.default.fileExists(atPath: path) else {
          throw TasksError.notFound("\(row.file) is not in \(media).")
        }
        report.streams.append(
          try StreamsMeasurement(
            name: row.name, spec: BenchSpec(row), input: path, counts: Self.streamCounts, rounds: rounds,
            frameLimit: Self.streamFrames, ours: .ours()
          ).run())
      }
    }
  }

  private func measureSize(_ report: inout SuiteReport) throws {
    guard matches("installed size") else { return }
    try measure("installed size", &report) { report in
      guard var process = try process("installed_size.py") else {
        throw TasksError.invalidArgument("--peer is not given.")
      }
      process.arguments += ["--json", vision.path]
      report.size = try JSONDecoder().decode(InstalledSize.self, from: process.lastLine())
    }
  }

  /// Runs a measurement other than a row. A failure is recorded, and the suite continues.
  private func measure(_ name: String, _ report: inout SuiteReport, _ work: (inout SuiteReport) throws -> Void) throws {
    VisionBench.note(name)
    do {
      try work(&report)
    } catch {
      VisionBench.note("NOT MEASURED: \(name): \(error)")
      report.notMeasured.append("\(name): \(error)")
    }
    try progress(report)
  }

  private func matches(_ name: String) -> Bool { only.map { name.localizedCaseInsensitiveContains($0) } ?? true }

  private func path(of row: SuiteRow) -> String { media.appendingPath(row.file) }

  /// The peer's interpreter with a script; nil without a peer.
  private func process(_ script: String) throws -> BenchProcess? {
    try peer.map { .python($0, [try PeerScript.path(script, in: scripts)]) }
  }
}
