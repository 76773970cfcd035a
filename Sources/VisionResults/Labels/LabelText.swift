import Foundation
import VisionCore

package enum LabelText {
  /// A number with so many decimals, such as `12.50`; 0 for what is none.
  static func number(_ value: Double, decimals: Int = 2) -> String {
    let scale = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
    guard let scaled = Int(exactly: (value * scale).rounded()) else { return number(0, decimals: decimals) }
    let padded = scaled.magnitude.zeroPadded(to: decimals + 1)
    return (scaled < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  static func score(_ value: Float) -> String { value.isFinite ? "\(value)" : "0" }

  /// A text for HTML and XML 1.0, in an element or an attribute in double quotes. XML has no control characters but tab
  /// and line breaks.
  package static func xml(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "\t", "\n", "\r": escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// A text in quotes for YAML, which takes more characters for line breaks than JSON does.
  static func quoted(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value):
        escaped += String(format: "\\u%04x", scalar.value)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }

  static func json(
    _ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = keys
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
