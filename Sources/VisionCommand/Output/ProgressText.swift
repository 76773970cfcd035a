import Foundation

/// How far a run is, in a line for a terminal.
struct ProgressText {
  /// The frames done.
  let done: Int
  /// All frames, where it is known.
  let total: Int?
  /// The time since the first frame, in seconds.
  let elapsed: TimeInterval

  /// For example `120/300 frames, 28.4 frames/s, 0:06 left`.
  var text: String {
    let rate = elapsed > 0 ? Double(done) / elapsed : 0
    var parts = [total.map { "\(done)/\(max($0, done)) frames" } ?? "\(done) frames"]
    parts.append(String(format: "%.1f frames/s", rate))
    if let total, rate > 0 {
      let seconds = Int((Double(max(total - done, 0)) / rate).rounded())
      parts.append(String(format: "%d:%02d left", seconds / 60, seconds % 60))
    }
    return parts.joined(separator: ", ")
  }
}
