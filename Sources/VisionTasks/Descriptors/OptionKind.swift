/// The kind of an option's values, and which of them are allowed.
package enum OptionKind: Sendable, Hashable {
  /// A number from 0 to 1.
  case confidence
  /// The minimum of scores. Any number is allowed that is not NaN, though scores are 0 to 1.
  case score
  /// A whole number.
  case integer(IntegerRange)
  /// Yes or no.
  case toggle
  /// Whether results have masks. The command writes them into a folder, which its flag names.
  case masks
  /// A text without commas and line ends.
  case text
  /// Names of categories.
  case names
  /// A further model: the name of the one in the catalog that is taken unless another is named.
  case model(name: String)
}

/// Which whole numbers are allowed.
package struct IntegerRange: Sendable, Hashable {
  /// The numbers that a task takes; nil for all. An upper bound of `Int.max` stands for none.
  package let allowed: ClosedRange<Int>?
  /// The numbers that a form offers.
  package let offered: ClosedRange<Int>
  /// The maximum for visitors of a server, whose memory and time others need, too.
  package let served: Int
  /// Whether -1 stands for all; in Swift every negative number does, as in MediaPipe.
  package let hasAll: Bool

  package init(allowed: ClosedRange<Int>?, offered: ClosedRange<Int>, served: Int, hasAll: Bool = false) {
    self.allowed = allowed
    self.offered = offered
    self.served = served
    self.hasAll = hasAll
  }

  /// The same for visitors of a server.
  var forVisitors: IntegerRange {
    IntegerRange(
      allowed: offered.lowerBound...max(served, offered.lowerBound), offered: offered, served: served, hasAll: hasAll)
  }

  func contains(_ number: Int) -> Bool { allowed?.contains(number) ?? true }

  /// What is allowed, for messages.
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
  private enum CodingKeys: String, CodingKey {
    case type, minimum, maximum, step, most
  }

  /// Writes what a form needs; `most` is the maximum that may be typed where less is offered.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .confidence, .score:
      try container.encode("number", forKey: .type)
      try container.encode(0, forKey: .minimum)
      try container.encode(1, forKey: .maximum)
      try container.encode(0.05, forKey: .step)
    case .integer(let range):
      try container.encode("integer", forKey: .type)
      try container.encode(range.offered.lowerBound, forKey: .minimum)
      try container.encode(range.offered.upperBound, forKey: .maximum)
      try container.encode(range.served, forKey: .most)
    case .toggle, .masks: try container.encode("toggle", forKey: .type)
    case .text, .model: try container.encode("text", forKey: .type)
    case .names: try container.encode("names", forKey: .type)
    }
  }
}
