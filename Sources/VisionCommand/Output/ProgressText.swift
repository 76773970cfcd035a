import Foundation

/// How far a run is, in a line.
struct ProgressText {
  /// The frames done.
  let done: Int
  /// All frames, where it is known; for a single input.
  let total: Int?
  /// The inputs done.
  var doneInputs = 0
  /// All inputs.
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
    if let left = secondsLeft(rate: rate) {
      let seconds = Int(left.rounded())
      parts.append(String(format: "%d:%02d left", seconds / 60, seconds % 60))
    }
    return parts.joined(separator: ", ")
  }

  /// From the frames of a single input, or from the inputs that are done.
  private func secondsLeft(rate: Double) -> Double? {
    if inputCount > 1 {
      return doneInputs > 0 ? elapsed / Double(doneInputs) * Double(inputCount - doneInputs) : nil
    }
    guard let total, rate > 0 else { return nil }
    return Double(max(total - done, 0)) / rate
  }
}
