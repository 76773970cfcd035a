import Foundation
import VisionCatalog
import VisionTasks

/// Times a folder of images on all cores: our command from its start to its end, and MediaPipe in as many processes as there
/// are cores from when its tasks are made.
struct BatchMeasurement {
  let batch: SuiteBatch
  /// The folder; every file in it is an image that both sides can read.
  let pictures: String
  let rounds: Int
  /// A Python with the package `mediapipe`; nil when it is not compared with.
  let peer: String?
  /// The script that it runs.
  let script: String

  /// - Throws: `TasksError` for a folder without images and for a side that failed.
  func run() throws -> BatchReport {
    let names = try FileManager.default.contentsOfDirectory(atPath: pictures).filter { !$0.hasPrefix(".") }
    guard !names.isEmpty else { throw TasksError.invalidArgument("There is no picture in \(pictures).") }
    let model = try ModelCatalog().resolve(batch.row.model)
    let processes = ProcessInfo.processInfo.activeProcessorCount
    var report = BatchReport(row: batch.row, pictureCount: names.count, processes: processes)
    for _ in 0..<rounds {
      let ours = try seconds(ours: model, pictureCount: names.count)
      let theirs = try peer.map { python in
        try Self.seconds(
          printedBy: .python(python, [script, try peerTask(model), model, pictures, "\(processes)"]))
      }
      report.rounds.append(BatchReport.Round(ours: ours, theirs: theirs))
    }
    return report
  }

  /// The task in MediaPipe's names, with the options that the command has when none are given.
  private func peerTask(_ model: String) throws -> String {
    let task = try BenchSpec.task(batch.task)
    let initial = task.descriptors.filter { $0.initial != $0.swiftDefault }
      .reduce(into: [String: OptionValue]()) { $0[$1.key] = $1.initial }
    let peer = PeerTask(task.descriptor.swift, task.descriptors, initial)
    return String(decoding: try JSONEncoder().encode(peer), as: UTF8.self)
  }

  private func seconds(ours model: String, pictureCount: Int) throws -> Double {
    try BenchScratch.with { folder in
      let lines = folder.appendingPathComponent("results.jsonl")
      let clock = ContinuousClock()
      let elapsed = try clock.measure {
        _ = try BenchProcess.command([batch.task, pictures, "--model", model, "--quiet", "--json", lines.path]).output()
      }
      let count = try Data(contentsOf: lines).count { $0 == UInt8(ascii: "\n") }
      guard count == pictureCount else {
        throw TasksError.internalFailure(
          "\(count.counted("result")) came of \(pictureCount.counted("picture")) in \(pictures).")
      }
      return elapsed.milliseconds / 1000
    }
  }

  private static func seconds(printedBy process: BenchProcess) throws -> Double {
    let line = String(decoding: try process.lastLine(), as: UTF8.self)
    guard let seconds = Double(line.trimmingCharacters(in: .whitespaces)) else {
      throw TasksError.internalFailure("MediaPipe's script wrote \"\(line)\", which is no time.")
    }
    return seconds
  }
}
