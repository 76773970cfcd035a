import Foundation

/// Progress on standard error: a line redrawn in place on a terminal, otherwise a plain line every ten seconds.
final class ProgressReport {
  private let inputCount: Int
  private let line: ProgressDisplay
  private var doneInputs = 0
  private var total: Int?
  private var done = 0
  /// Whether the input is an image, which counts as an input and as a frame at the same time.
  private var isImage = false

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
    line = ProgressDisplay(isTerminal: isTerminal, write: write, now: now)
  }

  /// Starts an input, with its number of frames if known.
  func begin(frames: Int?) {
    if inputCount == 1 { total = frames }
    isImage = frames == 1
  }

  /// Counts a frame.
  func advance() {
    done += 1
    if !isImage { line.update(text) }
  }

  /// Ends an input. After the last one, the final state is drawn.
  func end() {
    doneInputs += 1
    if isImage { line.update(text) }
    if doneInputs == inputCount { line.end(text) }
  }

  /// Ends the progress line, so that a message starts on a new line.
  func interrupt() { line.interrupt() }

  private func text(elapsed: TimeInterval) -> String {
    ProgressText(done: done, total: total, doneInputs: doneInputs, inputCount: inputCount, elapsed: elapsed).text
  }
}
