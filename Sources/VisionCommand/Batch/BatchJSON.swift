import Foundation

/// The JSON of a batch's own files: keys are sorted, so that equal values have equal bytes.
enum BatchJSON {
  /// Encodes a value in one line, without its line feed.
  static func line(_ value: some Encodable) throws -> String {
    String(decoding: try encoder().encode(value), as: UTF8.self)
  }

  /// Encodes a value for readers.
  static func pretty(_ value: some Encodable) throws -> String {
    String(decoding: try encoder(.prettyPrinted).encode(value), as: UTF8.self)
  }

  /// Decodes a value.
  ///
  /// - Throws: `BatchFolderFailure` for bytes that are none, with the path of their file.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], of path: String
  ) throws(BatchFolderFailure) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw .damaged(path, bytes)
    }
  }

  private static func encoder(_ formatting: JSONEncoder.OutputFormatting = []) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
    return encoder
  }
}
