/// The type of a tensor's elements, with LiteRT's numbers.
package enum TensorElementType: Int32, Sendable {
  case float32 = 1
  case int32 = 2
  case uint8 = 3
  case int64 = 4
  case bool = 6
  case int16 = 7
  case int8 = 9
  case float16 = 10
  case float64 = 11

  /// The number of bytes of one element.
  package var byteCount: Int {
    switch self {
    case .uint8, .bool, .int8: 1
    case .int16, .float16: 2
    case .float32, .int32: 4
    case .int64, .float64: 8
    }
  }
}
