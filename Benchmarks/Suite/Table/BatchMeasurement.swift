import Foundation
import VisionCatalog
import VisionCore
import VisionTasks

/// Times a folder of images on all cores: the whole run of our command, and MediaPipe in one process per core, from when its
/// tasks exist.
struct BatchMeasurement {
  let row: BatchRow
  /// The folder. Every file in it must be an image that both sides can read.
  let folder: String
  let rounds: Int
  /// Our program.
  let vision: URL
  /// MediaPipe's script; nil for no comparison.
  let peer: BenchProcess?

  /// - Throws: `TasksError` for a folder without images and for a side that failed.
  func run() throws -> BatchReport {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
    guard !names.isEmpty else { throw TasksError.invalidArgument("There is no image in \(folder).") }
    let model = try ModelCatalog().resolve(row.model)
    let processes = ProcessResources.current.processors
    var report = BatchReport(row: row, imageCount: names.count, processes: processes)
    for _ in 0..<rounds {
      let ours = try seconds(ours: model, imageCount: names.count)
      let theirs = try peer.map { peer in
        var process = peer
        process.arguments += [try peerTask(model), model, folder, "\(processes)"]
        return try Self.seconds(printedBy: process)
      }
      report.rounds.append(BatchReport.Round(ours: ours, theirs: theirs))
    }
    return report
  }

  /// The task in MediaPipe's names, with the command's default options.
  private func peerTask(_ model: String) throws -> String {
    let task = try BenchSpec.task(row.task)
    let initial = task.descriptors.filter { $0.initial != $0.swiftDefault }
      .reduce(into: [String: OptionValue]()) { $0[$1.key] = $1.initial }
    let peer = PeerTask(task.descriptor.swift, task.descriptors, initial)
    return String(decoding: try JSONEncoder().encode(peer), as: UTF8.self)
  }

  private func seconds(ours model: String, imageCount: Int) throws -> Double {
    try BenchScratch.with { scratch in
      let lines = scratch.appendingPathComponent("results.jsonl")
      let clock = ContinuousClock()
      let elapsed = try clock.measure {
        let arguments = [row.task, folder, "--model", model, "--quiet", "--json", lines.path]
        _ = try BenchProcess(executable: vision, arguments: arguments).output()
      }
      let count = try Data(contentsOf: lines).count { $0 == UInt8(ascii: "\n") }
      guard count == imageCount else {
        throw TasksError.internalFailure(
          "\(imageCount.counted("image")) in \(folder) gave \(count.counted("result")).")
      }
      return elapsed.milliseconds / 1000
    }
  }

  private static func seconds(printedBy process: BenchProcess) throws -> Double {
    let line = String(decoding: try process.lastLine(), as: UTF8.self)
    guard let seconds = Double(line.trimmingCharacters(in: .whitespaces)) else {
      throw TasksError.internalFailure("MediaPipe's script printed \"\(line)\", which is not a time.")
    }
    return seconds
  }
}

/// The measurements of a folder of images.
struct BatchReport: Codable, Sendable {
  /// The time of each side for the whole folder, in seconds.
  struct Round: Codable, Sendable {
    let ours: Double
    let theirs: Double?
  }

  let row: BatchRow
  let imageCount: Int
  /// The number of MediaPipe's processes.
  let processes: Int
  var rounds: [Round] = []

  /// Milliseconds per image; nil before the first round.
  var ours: Double? { perImage(rounds.map(\.ours)) }
  /// Milliseconds per image; nil without MediaPipe.
  var theirs: Double? { perImage(rounds.compactMap(\.theirs)) }

  /// Ours ÷ MediaPipe's; nil without MediaPipe.
  var ratio: LimitedRatio? {
    RatioSpread(rounds.compactMap { round in round.theirs.map { (round.ours, $0) } })
      .map { LimitedRatio(spread: $0, limit: row.limit) }
  }

  private func perImage(_ seconds: [Double]) -> Double? {
    seconds.isEmpty ? nil : 1000 * seconds.median / Double(max(imageCount, 1))
  }

  /// A Markdown table of several reports.
  static func table(_ reports: [BatchReport]) -> [String] {
    FigureText.heading(["work", "images", "ours, ms per image", "MediaPipe", "ratio (lowest to highest), limit"])
      + reports.map { report in
        FigureText.row([
          report.row.name, "\(report.imageCount)", FigureText.text(report.ours), FigureText.text(report.theirs),
          report.ratio?.text ?? "-",
        ])
      }
  }
}
