import Foundation

final class ProgressReport {
  private let line: ProgressDisplay
  private var progress: ProgressText
  /// Whether the input is an image, which counts as an input and as a frame at the same time.
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

  func interrupt() { line.interrupt() }
}

struct ProgressText {
  var done = 0
  /// The total number of frames of a single input; nil if unknown.
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
  /// The minimum interval between redraws on a terminal, in seconds.
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
