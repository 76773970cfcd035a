import Foundation

/// Progress on standard error: a line redrawn in place on a terminal, otherwise a plain line every ten seconds.
final class ProgressReport {
  /// The minimum interval between redraws on a terminal, in seconds.
  private static let interval: TimeInterval = 0.2
  /// The interval between plain lines, in seconds.
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
  ///   - inputCount: The number of inputs.
  ///   - isTerminal: Whether lines can be redrawn.
  ///   - write: Receives the text.
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

  /// Starts an input, with its number of frames if known.
  func begin(frames: Int?) { if inputCount == 1 { total = frames } }

  /// Counts a frame.
  func advance() {
    done += 1
    let time = now()
    guard time.timeIntervalSince(lastDrawing) >= (isTerminal ? Self.interval : Self.plainInterval) else { return }
    draw(at: time)
  }

  /// Ends an input. After the last one, the final state is drawn.
  func end() {
    doneInputs += 1
    guard doneInputs == inputCount, isLineOpen else { return }
    draw(at: now())
    interrupt()
  }

  /// Ends the progress line, so that a message starts on a new line.
  func interrupt() {
    if isLineOpen { write("\n") }
    isLineOpen = false
  }

  private func draw(at time: Date) {
    lastDrawing = time
    let text = ProgressText(
      done: done, total: total, doneInputs: doneInputs, inputCount: inputCount, elapsed: time.timeIntervalSince(start)
    ).text
    // On a terminal: return to the start of the line and erase the rest of a longer text.
    write(isTerminal ? "\r\(text)\u{1B}[K" : text + "\n")
    isLineOpen = isTerminal
  }
}
