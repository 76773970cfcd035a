import Foundation

/// A line on the terminal that is drawn over while frames are done.
final class ProgressReport {
  /// The least time between two drawings, in seconds.
  private static let interval: TimeInterval = 0.2

  private var total: Int?
  private var done = 0
  private var start = Date()
  private var lastDrawing = Date.distantPast

  /// Starts anew.
  func begin(total: Int?) {
    self.total = total
    done = 0
    start = Date()
  }

  /// Counts a frame. A single picture gets no line.
  func advance() {
    done += 1
    let now = Date()
    guard total != 1, now.timeIntervalSince(lastDrawing) >= Self.interval else { return }
    lastDrawing = now
    draw(at: now)
  }

  /// Draws the last state and leaves the line.
  func end() {
    guard lastDrawing != .distantPast else { return }
    draw(at: Date())
    StandardError.write("\n")
    lastDrawing = .distantPast
  }

  private func draw(at now: Date) {
    let text = ProgressText(done: done, total: total, elapsed: now.timeIntervalSince(start)).text
    // Back to the line's start, and what an older, longer text left is wiped.
    StandardError.write("\r\(text)\u{1B}[K")
  }
}
