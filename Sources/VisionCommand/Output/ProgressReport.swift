import Foundation

/// How far a run is: on a terminal a line that is drawn over, else a plain line now and then.
final class ProgressReport {
  /// The minimum time between two drawings on a terminal, in seconds.
  private static let interval: TimeInterval = 0.2
  /// The time between two plain lines, in seconds.
  private static let plainInterval: TimeInterval = 10

  private let inputCount: Int
  private let isTerminal: Bool
  private let write: (String) -> Void
  private let now: () -> Date
  private var doneInputs = 0
  private var total: Int?
  private var done = 0
  private let start: Date
  private var lastDrawing: Date
  private var isLineOpen = false

  /// - Parameters:
  ///   - inputCount: How many inputs the run has.
  ///   - isTerminal: Whether a line can be drawn over.
  ///   - write: Gets the text.
  ///   - now: The clock.
  init(
    inputCount: Int, isTerminal: Bool = StandardError.isTerminal,
    write: @escaping (String) -> Void = StandardError.write, now: @escaping () -> Date = { Date() }
  ) {
    self.inputCount = inputCount
    self.isTerminal = isTerminal
    self.write = write
    self.now = now
    start = now()
    lastDrawing = start
  }

  /// An input of so many frames begins.
  func begin(frames: Int?) { if inputCount == 1 { total = frames } }

  /// Counts a frame.
  func advance() {
    done += 1
    let time = now()
    guard time.timeIntervalSince(lastDrawing) >= (isTerminal ? Self.interval : Self.plainInterval) else { return }
    draw(at: time)
  }

  /// An input is over; the last state of a single one stays to be seen.
  func end() {
    doneInputs += 1
    guard doneInputs == inputCount, isLineOpen else { return }
    draw(at: now())
    interrupt()
  }

  /// Leaves the line, so that a message starts on a line of its own.
  func interrupt() {
    if isLineOpen { write("\n") }
    isLineOpen = false
  }

  private func draw(at time: Date) {
    lastDrawing = time
    let text = ProgressText(
      done: done, total: total, doneInputs: doneInputs, inputCount: inputCount, elapsed: time.timeIntervalSince(start)
    ).text
    // On a terminal back to the line's start, and what an older, longer text left is wiped.
    write(isTerminal ? "\r\(text)\u{1B}[K" : text + "\n")
    isLineOpen = isTerminal
  }
}
