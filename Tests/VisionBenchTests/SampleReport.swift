import VisionModels
import VisionTasks

@testable import VisionBench

/// Reports with figures that are easy to reckon with.
enum SampleReport {
  /// A side whose calls all take the same time; its other figures are multiples of it.
  static func side(milliseconds: Double, stages: [BenchStage] = []) -> BenchRound.Side {
    var side = BenchRound.Side()
    side.calls.callMilliseconds = [milliseconds, milliseconds, milliseconds]
    side.calls.cpuMilliseconds = 2 * milliseconds
    side.calls.peakMegabytes = 10 * milliseconds
    side.calls.initMilliseconds = 3 * milliseconds
    side.calls.callsWithResult = 3
    side.calls.stages = stages
    side.coldStart.coldStartMilliseconds = 5 * milliseconds
    return side
  }

  /// Sampling 1 ms and inference 10 ms in every frame, decoding 0.5 ms in half of them.
  static let stages = [
    BenchStage(name: "palms: sample", runsPerFrame: 1, medianMilliseconds: 1, p95Milliseconds: 2),
    BenchStage(
      name: "palms: infer", runsPerFrame: 1, medianMilliseconds: 10, p95Milliseconds: 11,
      macs: MACs(float: 300_000_000)),
    BenchStage(name: "palms: decode", runsPerFrame: 0.5, medianMilliseconds: 0.5, p95Milliseconds: 1),
    BenchStage(name: "draw", runsPerFrame: 1, medianMilliseconds: 40, p95Milliseconds: 50),
  ]

  /// Ours and MediaPipe's milliseconds of each round.
  static func report(_ rounds: [(ours: Double, theirs: Double?)], stages: [BenchStage] = stages) -> BenchReport {
    var spec = BenchSpec(GestureRecognizer.self, model: "m.task")
    spec.timestamps = [0, 40, 80, 120]
    (spec.width, spec.height) = (640, 480)
    var report = BenchReport(input: "clip.mp4", spec: spec, decodeMilliseconds: [4, 5, 6])
    report.rounds = rounds.map { round in
      BenchRound(
        ours: side(milliseconds: round.ours, stages: stages), theirs: round.theirs.map { side(milliseconds: $0) })
    }
    report.peak = MachinePeak(
      threads: 2, floatPerSecond: 100e9, bytePerSecond: 400e9, floatInstructions: "AVX-512",
      byteInstructions: "AVX-512 VNNI")
    return report
  }
}
