import Foundation
import VisionCore

/// Measures one task on one input: decodes it once, then alternates both sides, with the machine's peak measured in between.
struct BenchMeasurement {
  /// The run, without frames.
  var spec: BenchSpec
  /// The path of an image or video.
  let input: String
  let rounds: Int
  let ours: BenchProcess
  /// MediaPipe; nil for no comparison.
  var theirs: BenchProcess?
  /// The maximum number of frames of a video.
  var videoFrames = 120
  /// The number of calls on an image.
  var imageCalls = 60
  /// The path of the allocation-counting library; nil to not count.
  var allocationCounter: String?

  /// - Throws: `TasksError` for an input that cannot be read and for a worker that failed.
  func run() throws -> BenchReport {
    try BenchScratch.with { folder in
      let decoded = try BenchFrames(input: input, limit: videoFrames, folder: folder)
      var spec = spec
      spec.setFrames(decoded)
      spec.repeats = imageCalls
      var report = BenchReport(
        input: input.lastPathPart, spec: spec, decodeMilliseconds: decoded.decodeMilliseconds)
      var peak = try MachinePeak(threads: spec.threadCount)
      for round in 1...rounds {
        report.rounds.append(try BenchRound(spec, ours: ours, theirs: theirs))
        // Other virtual machines slow this one down for seconds at a time, so the peak is the best over the whole run.
        peak = peak.better(try MachinePeak(threads: spec.threadCount))
        VisionBench.note("round \(round) of \(rounds) done")
      }
      report.peak = peak
      report.allocations = try countAllocations(spec)
      return report
    }
  }

  private func countAllocations(_ spec: BenchSpec) throws -> BenchFigures? {
    guard let allocationCounter else { return nil }
    var worker = ours
    worker.preload = allocationCounter
    var counting = spec
    counting.kind = .allocations
    return try worker.run(counting)
  }
}
