/// The type of a tensor's elements, with the numbers of the TensorFlow Lite schema (not those of the runtime's C ABI).
package enum TensorElementType: UInt8, Sendable, CaseIterable {
  /// 32-bit floating point.
  case float32 = 0
  /// 16-bit floating point.
  case float16 = 1
  /// 32-bit signed.
  case int32 = 2
  /// 8-bit unsigned.
  case uint8 = 3
  /// 64-bit signed.
  case int64 = 4
  /// Strings of any length.
  case string = 5
  /// True or false, a byte each.
  case bool = 6
  /// 16-bit signed.
  case int16 = 7
  /// Two 32-bit floating-point numbers.
  case complex64 = 8
  /// 8-bit signed.
  case int8 = 9
  /// 64-bit floating point.
  case float64 = 10
  /// Two 64-bit floating-point numbers.
  case complex128 = 11
  /// 64-bit unsigned.
  case uint64 = 12
  /// A handle of a variable or table.
  case resource = 13
  /// A value of any type.
  case variant = 14
  /// 32-bit unsigned.
  case uint32 = 15
  /// 16-bit unsigned.
  case uint16 = 16
  /// 4-bit signed, two a byte.
  case int4 = 17
  /// The upper half of a 32-bit floating-point number.
  case bfloat16 = 18
  /// 2-bit signed, four a byte.
  case int2 = 19
  /// 4-bit unsigned, two a byte.
  case uint4 = 20
  /// 8-bit floating point, 4 bits of exponent.
  case float8E4M3FN = 21
  /// 8-bit floating point, 5 bits of exponent.
  case float8E5M2 = 22
}
