/// A number of a result, for comparison and encoding.
///
/// JSON has neither infinity nor NaN: both are encoded as null, decoded as NaN, and equal.
package struct SnapshotNumber<Value: BinaryFloatingPoint & Codable & Sendable>: Hashable, Codable, Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = container.decodeNil() ? .nan : try container.decode(Value.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if value.isFinite { try container.encode(value) } else { try container.encodeNil() }
  }

  package static func == (first: Self, second: Self) -> Bool {
    first.value == second.value || !first.value.isFinite && !second.value.isFinite
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(value.isFinite ? value : 0) }
}

/// The time of a result in JSON; null for an image.
package struct TimeSnapshot: Codable {
  private enum CodingKeys: String, CodingKey {
    case value = "timestampMs"
  }

  package let value: Int?

  package init(_ result: TaskResult) { value = result.time }

  /// Writes null where there is no time.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
  }

  package var timestampInMilliseconds: Int { value ?? 0 }

  /// Takes the time from a decoded result that has none.
  package func complete(_ result: TaskResult) { if value == nil { result.setsNoTime() } }
}
