/// The value of an option, from a command line, a request or a form.
package enum OptionValue: Sendable, Hashable {
  case toggle(Bool)
  case number(Double)
  case text(String)
  case names([String])
}

extension OptionValue: Codable {
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
  package var number: Double? { if case .number(let number) = self { number } else { nil } }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var names: [String]? { if case .names(let names) = self { names } else { nil } }

  /// The region of `LEFT,TOP,RIGHT,BOTTOM` in fractions of an image; nil for another text, or one empty or outside.
  package var region: CGRect? {
    let edges = listedNumbers
    guard edges.count == 4 else { return nil }
    let region = CGRect(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
    return region.isWithinImage ? region : nil
  }

  /// The points of `X,Y,X,Y` and so on in fractions of an image; nil for another text, and for points outside of it.
  package var points: [CGPoint]? {
    let numbers = listedNumbers
    guard numbers.count.isMultiple(of: 2), numbers.allSatisfy({ (0...1).contains($0) }) else { return nil }
    return stride(from: 0, to: numbers.count, by: 2).map { CGPoint(x: numbers[$0], y: numbers[$0 + 1]) }
  }

  /// The numbers of a text with commas; NaN for what is none.
  private var listedNumbers: [Double] {
    (text ?? "").split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.trimmingCharacters(in: .whitespaces)) ?? .nan
    }
  }

  package var isOn: Bool { self == .toggle(true) }
}

/// The type of an option's values, and the allowed range.
package enum OptionKind: Sendable, Hashable {
  /// A number from 0 to 1.
  case confidence
  /// A score threshold. Any number except NaN is allowed, although scores are 0 to 1.
  case score
  case integer(IntegerRange)
  case toggle
  /// Whether results have masks. The command's flag takes the folder to write them to.
  case masks
  /// A text without commas and line ends.
  case text
  case choice([String])
  case names
  /// A region of an image, as the text `LEFT,TOP,RIGHT,BOTTOM` in fractions of its width and height.
  case region
  /// Points in an image, as the text `X,Y` or `X,Y,X,Y` and so on in fractions of its width and height.
  case points(isOne: Bool)
  /// A further model; `name` is the default model's name in the catalog.
  case model(name: String)
}

package struct IntegerRange: Sendable, Hashable {
  /// The range that the task accepts; nil for all integers. An upper bound of `Int.max` means no upper bound.
  package let allowed: ClosedRange<Int>?
  package let offered: ClosedRange<Int>
  /// The maximum for visitors of a server, which limits memory and time.
  package let served: Int
  /// Whether -1 means all. In Swift every negative number does, as in MediaPipe.
  package let hasAll: Bool

  package init(allowed: ClosedRange<Int>?, offered: ClosedRange<Int>, served: Int, hasAll: Bool = false) {
    (self.allowed, self.offered, self.served, self.hasAll) = (allowed, offered, served, hasAll)
  }

  var forVisitors: IntegerRange {
    IntegerRange(
      allowed: offered.lowerBound...max(served, offered.lowerBound), offered: offered, served: served, hasAll: hasAll)
  }

  func contains(_ number: Int) -> Bool { allowed?.contains(number) ?? true }

  var text: String {
    guard let allowed else { return "allowed is any integer" }
    let isOpen = allowed.upperBound == .max
    if hasAll {
      return
        "allowed are numbers from \(allowed.lowerBound)\(isOpen ? "" : " to \(allowed.upperBound)"), and -1 for all"
    }
    return isOpen
      ? "allowed is any integer from \(allowed.lowerBound)"
      : "allowed are \(allowed.lowerBound) to \(allowed.upperBound)"
  }
}

extension OptionKind: Encodable {
  /// The field of a form. `most` is the maximum that may be typed, which can exceed the offered range.
  private struct Field: Encodable {
    let type: String
    var minimum, maximum, step: Double?
    var most: Int?
    var choices: [String]?
  }

  private var field: Field {
    switch self {
    case .confidence, .score: Field(type: "number", minimum: 0, maximum: 1, step: 0.05)
    case .integer(let range):
      Field(
        type: "integer", minimum: Double(range.offered.lowerBound), maximum: Double(range.offered.upperBound),
        most: range.served)
    case .toggle, .masks: Field(type: "toggle")
    case .choice(let words): Field(type: "choice", choices: words)
    case .text, .model: Field(type: "text")
    case .region: Field(type: "region")
    case .points(let isOne): Field(type: isOne ? "point" : "points")
    case .names: Field(type: "names")
    }
  }

  package func encode(to encoder: any Encoder) throws { try field.encode(to: encoder) }
}
