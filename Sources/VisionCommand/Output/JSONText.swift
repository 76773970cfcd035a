import Foundation

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
