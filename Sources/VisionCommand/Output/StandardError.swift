import Foundation

/// Messages for a person, apart from the results.
enum StandardError {
  /// Whether somebody is watching.
  static let isTerminal = isatty(STDERR_FILENO) == 1

  /// Writes a line.
  static func print(_ message: String) { write(message + "\n") }

  /// Writes warnings, each on a line.
  static func print(warnings: [String]) {
    for warning in warnings { print("Warning: \(warning)") }
  }

  /// Writes without a line end, at once.
  static func write(_ text: String) {
    // Nobody is left to tell when standard error itself is closed.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
