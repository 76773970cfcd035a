import Foundation
import VisionCatalog
import VisionTasks

/// Measures every row, one after the other. What cannot be measured is said and left out.
struct BenchSuite {
  /// The folder of media.
  let media: String
  /// A folder of images for the batch rows; nil leaves them out.
  var pictures: String?
  let rounds: Int
  /// A Python with the package `mediapipe`; nil when it is not compared with.
  let peer: String?
  /// The folder of the scripts that it runs.
  let scripts: String
  /// The library that counts allocations; nil when they are not counted.
  var allocationCounter: String?
  /// Only work whose name or file has this in it; nil for all.
  var only: String?
  /// Gets the report after each piece of work, so that a broken run leaves what it had.
  var progress: (SuiteReport) throws -> Void = { _ in }

  /// The rows that are also measured with several streams.
  private static let streamedRows = SuiteRow.all.filter(\.benchmark.isStreamed)
  private static let streamCounts = [1, 2, 4, 8]
  private static let streamFrames = 120

  /// Fills a report.
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
    StandardError.print("\(row.name), \(row.file)")
    let path = path(of: row)
    guard FileManager.default.fileExists(atPath: path) else {
      return notMeasured(row, "\(row.file) is not in \(media).")
    }
    do {
      var measurement = BenchMeasurement(spec: try spec(of: row), input: path, rounds: rounds, ours: try .ours())
      measurement.theirs = peer.map { .mediaPipe(python: $0, script: script("mediapipe_peer.py")) }
      measurement.allocationCounter = allocationCounter
      return SuiteResult(row, try measurement.run())
    } catch {
      return notMeasured(row, "\(error)")
    }
  }

  private func notMeasured(_ row: SuiteRow, _ reason: String) -> SuiteResult {
    StandardError.print("NOT MEASURED: \(row.name): \(reason)")
    return SuiteResult(row, notMeasured: reason)
  }

  private func measureBatches(_ report: inout SuiteReport) throws {
    for row in SuiteBatch.all where matches(row.name) {
      try measure(row.name, &report) { report in
        guard let pictures else { throw TasksError.invalidArgument("--pictures names no folder.") }
        report.batches.append(
          try BatchMeasurement(
            batch: row, pictures: pictures, rounds: rounds, peer: peer, script: script("batch_peer.py")
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
            name: row.name, spec: spec(of: row), input: path, counts: Self.streamCounts, rounds: rounds,
            frameLimit: Self.streamFrames, ours: .ours()
          ).run())
      }
    }
  }

  private func measureSize(_ report: inout SuiteReport) throws {
    guard matches("installed size") else { return }
    try measure("installed size", &report) { report in
      guard let peer else { throw TasksError.invalidArgument("--peer names no Python with MediaPipe.") }
      let output = try BenchProcess.python(
        peer, [script("installed_size.py"), "--json", BenchProcess.ours().executable.path]
      ).lastLine()
      report.size = try JSONDecoder().decode(InstalledSize.self, from: output)
    }
  }

  /// Does a piece of work that is no row; its failure is noted, and the suite goes on.
  private func measure(_ name: String, _ report: inout SuiteReport, _ work: (inout SuiteReport) throws -> Void) throws {
    StandardError.print(name)
    do {
      try work(&report)
    } catch {
      StandardError.print("NOT MEASURED: \(name): \(error)")
      report.notMeasured.append("\(name): \(error)")
    }
    try progress(report)
  }

  private func matches(_ name: String) -> Bool { only.map { name.localizedCaseInsensitiveContains($0) } ?? true }

  private func path(of row: SuiteRow) -> String { (media as NSString).appendingPathComponent(row.file) }

  private func script(_ name: String) -> String { (scripts as NSString).appendingPathComponent(name) }

  private func spec(of row: SuiteRow) throws -> BenchSpec {
    try BenchSpec(
      task: row.task, model: ModelCatalog().resolve(row.benchmark.model), values: row.benchmark.values)
  }
}
