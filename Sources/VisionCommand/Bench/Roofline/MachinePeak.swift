import CVisionPeak
import VisionTasks

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
