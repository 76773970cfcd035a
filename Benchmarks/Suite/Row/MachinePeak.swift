import CVisionPeak
import VisionTasks

/// Times a kernel of register-only MACs on several threads.
struct PeakMeter {
  private static let runMilliseconds = 6.0
  private static let runs = 24

  private let arithmetic: VisionArithmetic
  private let threads: Int
  private let clock = ContinuousClock()

  /// Uses at least one thread.
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
      for other in others { other.finish() }
      let seconds = (clock.now - start).milliseconds / 1000
      best = max(best, Double(count) * Double(threads) / seconds)
    }
    return best
  }

  /// The number of rounds for a run of `runMilliseconds`, which is long compared with starting a thread.
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

/// The measured peak MAC rate of this machine for a number of threads.
struct MachinePeak: Codable, Hashable, Sendable {
  let threads: Int
  /// float32 MACs per second, all threads together.
  let floatPerSecond: Double
  /// int8 MACs per second, all threads together.
  let bytePerSecond: Double
  /// The instruction set used for float32.
  let floatInstructions: String
  /// The instruction set used for int8.
  let byteInstructions: String

  /// The higher of two measurements, for each number type.
  func better(_ other: MachinePeak) -> MachinePeak {
    MachinePeak(
      threads: threads, floatPerSecond: max(floatPerSecond, other.floatPerSecond),
      bytePerSecond: max(bytePerSecond, other.bytePerSecond), floatInstructions: floatInstructions,
      byteInstructions: byteInstructions)
  }
}

extension MachinePeak {
  /// Measures the peak as the best of several short runs on all threads; takes 0.2 to 0.4 seconds.
  ///
  /// - Throws: Nothing in practice, since the threads' work cannot fail.
  init(threads: Int) throws {
    self.init(
      threads: threads, floatPerSecond: try PeakMeter(VisionArithmeticFloat, threads: threads).best(),
      bytePerSecond: try PeakMeter(VisionArithmeticByte, threads: threads).best(),
      floatInstructions: String(cString: vision_peak_instructions(VisionArithmeticFloat)),
      byteInstructions: String(cString: vision_peak_instructions(VisionArithmeticByte)))
  }
}
