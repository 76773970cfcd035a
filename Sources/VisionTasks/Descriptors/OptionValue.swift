import Foundation

/// The value of an option, from a command line, a request or a form.
package enum OptionValue: Sendable, Hashable {
  case toggle(Bool)
  case number(Double)
  case text(String)
  case names([String])
}

extension OptionValue: Codable {
  /// Decodes a Boolean, a number, a string or a list of strings.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .toggle(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else {
      self = .names(try container.decode([String].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .toggle(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .names(let value): try container.encode(value)
    }
  }
}

extension OptionValue {
  /// The number of `.number`; nil for other cases.
  package var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The text of `.text`; nil for other cases.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The names of `.names`; nil for other cases.
  package var names: [String]? { if case .names(let names) = self { names } else { nil } }

  /// The region of `x,y,width,height` in fractions of an image; nil for another text, and for a region that is empty or not
  /// inside the image.
  package var region: CGRect? {
    let numbers = (text ?? "").split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3],
      // Comparisons written this way also refuse NaN.
      x >= 0, y >= 0, width > 0, height > 0, x + width <= 1, y + height <= 1
    else { return nil }
    return CGRect(x: x, y: y, width: width, height: height)
  }

  /// Whether it is `.toggle(true)`.
  package var isOn: Bool { self == .toggle(true) }
}
