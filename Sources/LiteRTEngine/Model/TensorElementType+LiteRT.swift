import VisionModels

extension TensorElementType {
  /// LiteRT's number of a type, and the type.
  private static let numbers: [(number: Int32, type: TensorElementType)] = [
    (1, .float32), (2, .int32), (3, .uint8), (4, .int64), (6, .bool), (7, .int16), (9, .int8), (10, .float16),
    (11, .float64),
  ]

  /// The type of one of LiteRT's numbers; nil for types that are not supported.
  init?(liteRTNumber number: Int32) {
    guard let entry = Self.numbers.first(where: { $0.number == number }) else { return nil }
    self = entry.type
  }

  /// LiteRT's number; nil for types that are not supported.
  var liteRTNumber: Int32? { Self.numbers.first { $0.type == self }?.number }
}
