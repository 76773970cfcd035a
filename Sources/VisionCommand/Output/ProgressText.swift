import Foundation

/// The text of a progress line.
struct ProgressText {
  /// The number of processed frames.
  let done: Int
  /// The total number of frames of a single input; nil if unknown.
  let total: Int?
  /// The number of processed inputs.
  var doneInputs = 0
  /// The number of inputs.
  var inputCount = 1
  /// The time since the first frame, in seconds.
  let elapsed: TimeInterval

  /// For example `120/300 frames, 28.4 frames/s, 0:06 left`, or with several inputs
  /// `3/12 inputs, 482 frames, 28.4 frames/s, 0:51 left`.
  var text: String {
    let rate = elapsed > 0 ? Double(done) / elapsed : 0
    var parts = inputCount > 1 ? ["\(doneInputs)/\(inputCount.counted("input"))"] : []
    parts.append(total.map { "\(done)/\(max($0, done).counted("frame"))" } ?? done.counted("frame"))
    parts.append(String(format: "%.1f frames/s", rate))
    if let left = secondsLeft(rate: rate) { parts.append("\(Self.clock(left)) left") }
    return parts.joined(separator: ", ")
  }

  /// A number of seconds as minutes and seconds, from an hour on with hours: `1:24`, `2:00:05`.
  static func clock(_ time: TimeInterval) -> String {
    let seconds = Int.clamped(time.rounded())
    guard seconds >= 3600 else { return String(format: "%d:%02d", seconds / 60, seconds % 60) }
    return String(format: "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  /// Estimated from the frames of a single input, or from the number of processed inputs.
  private func secondsLeft(rate: Double) -> Double? {
    if inputCount > 1 {
      return doneInputs > 0 ? elapsed / Double(doneInputs) * Double(inputCount - doneInputs) : nil
    }
    guard let total, rate > 0 else { return nil }
    return Double(max(total - done, 0)) / rate
  }
}
