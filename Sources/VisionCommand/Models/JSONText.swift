import Foundation

/// Values as pretty-printed JSON with sorted keys.
enum JSONText {
  static func data(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  static func print(_ value: some Encodable) throws {
    Swift.print(String(decoding: try data(value), as: UTF8.self))
  }
}
