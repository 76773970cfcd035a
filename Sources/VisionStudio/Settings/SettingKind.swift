/// What kind of value a setting has, and which values are allowed.
package enum SettingKind: Sendable, Hashable {
  /// A number in a range, chosen in steps. Without a range any number that is not NaN is allowed, and the page shows a field
  /// in place of a slider.
  case number(ClosedRange<Double>?, step: Double)
  /// A whole number; the page offers those of the range, and every one from its lower end on is allowed up to `most`.
  case integer(ClosedRange<Int>, most: Int)
  case toggle
  case text
  /// Names separated by commas.
  case names
}

extension SettingKind: Encodable {
  private enum CodingKeys: String, CodingKey {
    case type, minimum, maximum, step, most
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .number(let range, let step):
      try container.encode("number", forKey: .type)
      try container.encodeIfPresent(range?.lowerBound, forKey: .minimum)
      try container.encodeIfPresent(range?.upperBound, forKey: .maximum)
      try container.encode(step, forKey: .step)
    case .integer(let range, let most):
      try container.encode("integer", forKey: .type)
      try container.encode(range.lowerBound, forKey: .minimum)
      try container.encode(range.upperBound, forKey: .maximum)
      try container.encode(most, forKey: .most)
    case .toggle: try container.encode("toggle", forKey: .type)
    case .text: try container.encode("text", forKey: .type)
    case .names: try container.encode("names", forKey: .type)
    }
  }
}
