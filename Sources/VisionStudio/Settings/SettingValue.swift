/// The value of one setting, as the page sends it and the address keeps it.
package enum SettingValue: Sendable, Hashable {
  case toggle(Bool)
  case number(Double)
  case text(String)
  case names([String])
}

extension SettingValue: Codable {
  /// Reads true or false, a number, a text or a list of texts.
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
