import Foundation
import VisionCatalog
import VisionCore
import VisionTasks

/// Times a folder of images on all cores: the whole run of our command, and MediaPipe in one process per core, from when its
/// tasks exist.
struct BatchMeasurement {
  let batch: SuiteBatch
  /// The folder. Every file in it must be an image that both sides can read.
  let folder: String
  let rounds: Int
  /// A Python interpreter with the package `mediapipe`; nil for no comparison.
  let peer: String?
  /// The script that it runs.
  let script: String

  /// - Throws: `TasksError` for a folder without images and for a side that failed.
  func run() throws -> BatchReport {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
    guard !names.isEmpty else { throw TasksError.invalidArgument("There is no image in \(folder).") }
    let model = try ModelCatalog().resolve(batch.row.model)
    let processes = ProcessResources.current.processors
    var report = BatchReport(row: batch.row, imageCount: names.count, processes: processes)
    for _ in 0..<rounds {
      let ours = try seconds(ours: model, imageCount: names.count)
      let theirs = try peer.map { python in
        try Self.seconds(
          printedBy: .python(python, [script, try peerTask(model), model, folder, "\(processes)"]))
      }
      report.rounds.append(BatchReport.Round(ours: ours, theirs: theirs))
    }
    return report
  }

  /// The task in MediaPipe's names, with the command's default options.
  private func peerTask(_ model: String) throws -> String {
    let task = try BenchSpec.task(batch.task)
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
        _ = try BenchProcess.command([batch.task, folder, "--model", model, "--quiet", "--json", lines.path]).output()
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
