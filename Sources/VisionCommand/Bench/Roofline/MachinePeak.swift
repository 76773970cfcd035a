import CVisionPeak
import VisionTasks

/// The MACs a second that this machine can do in so many threads, as measured.
struct MachinePeak: Codable, Hashable, Sendable {
  let threads: Int
  /// Of 32-bit floating-point numbers, all threads together.
  let floatPerSecond: Double
  /// Of bytes, all threads together.
  let bytePerSecond: Double
  /// The vector instructions of the former.
  let floatInstructions: String
  /// The vector instructions of the latter.
  let byteInstructions: String

  /// The better of two measurements, for either kind of number.
  func better(_ other: MachinePeak) -> MachinePeak {
    MachinePeak(
      threads: threads, floatPerSecond: max(floatPerSecond, other.floatPerSecond),
      bytePerSecond: max(bytePerSecond, other.bytePerSecond), floatInstructions: floatInstructions,
      byteInstructions: byteInstructions)
  }
}

extension MachinePeak {
  /// Measures: takes the best of several short runs in which all threads work at the same time; a fifth of a second or two.
  ///
  /// - Throws: Nothing in practice; the threads' work cannot fail.
  init(threads: Int) throws {
    self.init(
      threads: threads, floatPerSecond: try PeakMeter(VisionArithmeticFloat, threads: threads).best(),
      bytePerSecond: try PeakMeter(VisionArithmeticByte, threads: threads).best(),
      floatInstructions: String(cString: vision_peak_instructions(VisionArithmeticFloat)),
      byteInstructions: String(cString: vision_peak_instructions(VisionArithmeticByte)))
  }
}
