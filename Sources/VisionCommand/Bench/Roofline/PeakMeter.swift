import CVisionPeak
import VisionTasks

/// Times a kernel of MACs in several threads at once.
struct PeakMeter {
  private static let runMilliseconds = 6.0
  private static let runs = 24

  private let arithmetic: VisionArithmetic
  private let threads: Int
  private let clock = ContinuousClock()

  /// At least one thread is used.
  init(_ arithmetic: VisionArithmetic, threads: Int) {
    self.arithmetic = arithmetic
    self.threads = max(threads, 1)
  }

  /// The maximum MACs per second of any run, all threads together.
  func best() throws -> Double {
    let rounds = roundsPerRun()
    let arithmetic = arithmetic
    let others = (1..<threads).map { _ in
      CompanionThread(name: "peak") { _ = vision_peak_run(arithmetic, rounds) }
    }
    var best = 0.0
    for _ in 0..<Self.runs {
      let start = clock.now
      for other in others { other.start() }
      let count = vision_peak_run(arithmetic, rounds)
      for other in others { try other.finish() }
      let seconds = (clock.now - start).milliseconds / 1000
      best = max(best, Double(count) * Double(threads) / seconds)
    }
    return best
  }

  /// How many rounds take about as long as a run should, long against the start of a thread.
  private func roundsPerRun() -> Int64 {
    var rounds: Int64 = 1000
    while true {
      let start = clock.now
      _ = vision_peak_run(arithmetic, rounds)
      let milliseconds = (clock.now - start).milliseconds
      if milliseconds >= 1 { return max(Int64(Double(rounds) * Self.runMilliseconds / milliseconds), 1) }
      rounds *= 2
    }
  }
}
