import Foundation

/// Standard error, where a closed one is no error: there is no other place to report it.
package enum StandardError {
  package static let isTerminal =
    isatty(STDERR_FILENO) == 1 && redraws(terminal: ProcessInfo.processInfo.environment["TERM"])

  /// Whether a terminal of this type redraws lines: not `dumb` ones, such as those in editors, and not those without a
  /// type.
  package static func redraws(terminal type: String?) -> Bool { type.map { !["", "dumb"].contains($0) } ?? false }

  /// Writes a message. Control characters but line breaks are escaped, so that names of files cannot change a terminal.
  package static func print(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { String($0).escapingControlCharacters }.joined(separator: "\n") + "\n")
  }

  /// Writes a message about a file as one line, whose name may have line breaks.
  package static func printLine(_ message: String) { print(message.escapingControlCharacters) }

  package static func write(_ text: String) { write(Data(text.utf8)) }

  package static func write(_ bytes: Data) { try? FileHandle.standardError.write(contentsOf: bytes) }
}

extension String {
  /// The text with control characters as `\x1B`, so that names of files cannot change a terminal.
  package var escapingControlCharacters: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      guard scalar.properties.generalCategory == .control else { return text.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      text += "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
  }
}
