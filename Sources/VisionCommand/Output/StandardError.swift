import Foundation

/// Messages on standard error.
enum StandardError {
  /// Whether standard error is a terminal.
  static let isTerminal = isatty(STDERR_FILENO) == 1

  /// Writes a line.
  static func print(_ message: String) { write(message + "\n") }

  /// Writes warnings, one per line.
  static func print(warnings: [String]) {
    for warning in warnings { print("Warning: \(warning)") }
  }

  /// Writes without a line break, unbuffered.
  static func write(_ text: String) {
    // Ignored: there is nowhere to report that standard error is closed.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
