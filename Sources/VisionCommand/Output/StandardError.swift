import Foundation

enum StandardError {
  static let isTerminal = isatty(STDERR_FILENO) == 1 && redraws(terminal: ProcessInfo.processInfo.environment["TERM"])

  /// Whether a terminal of this type redraws lines: not `dumb` ones, such as those in editors, and not those without a
  /// type.
  static func redraws(terminal type: String?) -> Bool { type.map { !["", "dumb"].contains($0) } ?? false }

  /// Writes a message. Control characters but line breaks are escaped, so that names of files cannot change a terminal.
  static func print(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { String($0).escapingControlCharacters }.joined(separator: "\n") + "\n")
  }

  static func write(_ text: String) {
    // Ignored: there is nowhere to report that standard error is closed.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

extension String {
  /// The text with control characters as `\x1B`, so that names of files cannot change a terminal.
  var escapingControlCharacters: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      guard scalar.properties.generalCategory == .control else { return text.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      text += "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
  }
}

/// Values as JSON. Keys are sorted, so that equal values have equal bytes.
enum JSONText {
  static func line(_ value: some Encodable) throws -> [UInt8] { try encode(value, []) }
  static func pretty(_ value: some Encodable) throws -> [UInt8] { try encode(value, .prettyPrinted) }
  static func print(_ value: some Encodable) throws {
    Swift.print(String(decoding: try pretty(value), as: UTF8.self))
  }

  private static func encode(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
    // A model's file may have such numbers, as its scale, which JSON does not have.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return Array(try encoder.encode(value))
  }
}
