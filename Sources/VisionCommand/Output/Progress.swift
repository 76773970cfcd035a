import Foundation
import VisionCore

final class ProgressReport {
  private let line: ProgressDisplay
  private var progress: ProgressText
  private var isImage = false

  init(inputCount: Int, line: ProgressDisplay = ProgressDisplay()) {
    (self.line, progress) = (line, ProgressText(inputCount: inputCount))
  }

  func begin(frames: Int?) {
    if progress.inputCount == 1 { progress.total = frames }
    isImage = frames == 1
  }

  func advance() {
    progress.done += 1
    if !isImage { line.update(progress.text) }
  }

  func end() {
    progress.doneInputs += 1
    if isImage { line.update(progress.text) }
    if progress.doneInputs == progress.inputCount { line.end(progress.text) }
  }

  /// Counts an image that is an input of its own.
  func advanceByImage() {
    begin(frames: 1)
    advance()
    end()
  }

  func interrupt() { line.interrupt() }
}

struct ProgressText {
  var done = 0
  var total: Int?
  var doneInputs = 0
  var inputCount = 1

  /// For example `120/300 frames, 28.4 frames/s, 0:06 left`, or with several inputs
  /// `3/12 inputs, 482 frames, 28.4 frames/s, 0:51 left`.
  func text(elapsed: TimeInterval) -> String {
    let rate = elapsed > 0 ? Double(done) / elapsed : 0
    var parts = inputCount > 1 ? ["\(doneInputs)/\(inputCount.counted("input"))"] : []
    parts.append(total.map { "\(done)/\(max($0, done).counted("frame"))" } ?? done.counted("frame"))
    parts.append(String(format: "%.1f frames/s", rate))
    if let left = secondsLeft(elapsed, rate: rate) { parts.append("\(Self.clock(left)) left") }
    return parts.joined(separator: ", ")
  }

  /// A number of seconds as minutes and seconds, from an hour on with hours: `1:24`, `2:00:05`.
  static func clock(_ time: TimeInterval) -> String {
    let seconds = Int.clamped(time.rounded())
    guard seconds >= 3600 else { return String(format: "%d:%02d", seconds / 60, seconds % 60) }
    return String(format: "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  private func secondsLeft(_ elapsed: TimeInterval, rate: Double) -> Double? {
    if inputCount > 1 { return doneInputs > 0 ? elapsed / Double(doneInputs) * Double(inputCount - doneInputs) : nil }
    guard let total, rate > 0 else { return nil }
    return Double(max(total - done, 0)) / rate
  }
}

/// A line of progress on standard error: redrawn in place on a terminal, otherwise a plain line every ten seconds.
final class ProgressDisplay {
  private static let interval: TimeInterval = 0.2
  private static let plainInterval: TimeInterval = 10

  private let isTerminal: Bool
  private let write: (String) -> Void
  private let now: () -> Date
  private let start: Date
  private var lastDrawing: Date
  private var isOpen = false

  init(
    isTerminal: Bool = StandardError.isTerminal, write: @escaping (String) -> Void = StandardError.write,
    now: @escaping () -> Date = { Date() }
  ) {
    (self.isTerminal, self.write, self.now) = (isTerminal, write, now)
    start = now()
    lastDrawing = start
  }

  var elapsed: TimeInterval { now().timeIntervalSince(start) }

  func update(_ text: (TimeInterval) -> String) {
    let time = now()
    guard time.timeIntervalSince(lastDrawing) >= (isTerminal ? Self.interval : Self.plainInterval) else { return }
    draw(text, at: time)
  }

  func end(_ text: (TimeInterval) -> String) {
    guard isOpen else { return }
    draw(text, at: now())
    interrupt()
  }

  func interrupt() {
    if isOpen { write("\n") }
    isOpen = false
  }

  private func draw(_ text: (TimeInterval) -> String, at time: Date) {
    lastDrawing = time
    let text = text(time.timeIntervalSince(start))
    // On a terminal: return to the start of the line and erase the rest of a longer text.
    write(isTerminal ? "\r\(text)\u{1B}[K" : text + "\n")
    isOpen = isTerminal
  }
}

struct BatchProgress {
  var done: Int
  let total: Int
  var failed = 0
  var images = 0
  let doneBefore: Int
  let isRetry: Bool

  init(doneBefore: Int, total: Int, isRetry: Bool = false) {
    (done, self.doneBefore, self.total, self.isRetry) = (doneBefore, doneBefore, total, isRetry)
  }

  /// For example `1200/5000 inputs, 3 failed, 45.2 images/s, 1:24 left`.
  func text(elapsed: TimeInterval) -> String {
    let here = done - doneBefore
    var parts = ["\(done)/\(total.counted("input"))", "\(failed) failed", rate(elapsed: elapsed)]
    if here > 0 { parts.append("\(ProgressText.clock(elapsed / Double(here) * Double(total - done))) left") }
    return parts.joined(separator: ", ")
  }

  /// For example `5000 inputs: 4997 done, 3 failed (errors.jsonl), 45.2 images/s, 1:50`. A run that had nothing to do
  /// has no speed. `finished` counts the inputs of finished parts, `failed` those of them that failed, in this run or
  /// an earlier one.
  func summary(elapsed: TimeInterval, finished: Int, of total: Int, failed: Int) -> String {
    let inputs = finished < total ? "\(finished) of \(total.counted("input"))" : total.counted("input")
    var parts = ["\(inputs): \(finished - failed) done", failed > 0 ? "\(failed) failed (errors.jsonl)" : "0 failed"]
    if images > 0 { parts.append(rate(elapsed: elapsed)) }
    if done > doneBefore { parts.append(ProgressText.clock(elapsed)) }
    return parts.joined(separator: ", ") + (finished < total ? "; \(continuation) continues" : "")
  }

  private var continuation: String { isRetry ? "the command without --retry-failed" : "the same command" }

  private func rate(elapsed: TimeInterval) -> String {
    String(format: "%.1f images/s", elapsed > 0 ? Double(images) / elapsed : 0)
  }
}
