import Foundation

/// A line of progress on standard error: redrawn in place on a terminal, otherwise a plain line every ten seconds.
final class ProgressDisplay {
  /// The minimum interval between redraws on a terminal, in seconds.
  private static let interval: TimeInterval = 0.2
  /// The interval between plain lines, in seconds.
  private static let plainInterval: TimeInterval = 10

  private let isTerminal: Bool
  private let write: (String) -> Void
  private let now: () -> Date
  private let start: Date
  private var lastDrawing: Date
  private var isOpen = false

  /// - Parameters:
  ///   - isTerminal: Whether lines can be redrawn.
  ///   - write: Receives the text.
  ///   - now: The clock.
  init(
    isTerminal: Bool = StandardError.isTerminal, write: @escaping (String) -> Void = StandardError.write,
    now: @escaping () -> Date = { Date() }
  ) {
    (self.isTerminal, self.write, self.now) = (isTerminal, write, now)
    start = now()
    lastDrawing = start
  }

  /// The time since the start, in seconds.
  var elapsed: TimeInterval { now().timeIntervalSince(start) }

  /// Draws a text, if the last one is old enough.
  ///
  /// - Parameter text: The text for the time since the start, in seconds.
  func update(_ text: (TimeInterval) -> String) {
    let time = now()
    guard time.timeIntervalSince(lastDrawing) >= (isTerminal ? Self.interval : Self.plainInterval) else { return }
    draw(text, at: time)
  }

  /// Draws the final state over an open line, and ends it.
  func end(_ text: (TimeInterval) -> String) {
    guard isOpen else { return }
    draw(text, at: now())
    interrupt()
  }

  /// Ends the line, so that a message starts on a new line.
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
