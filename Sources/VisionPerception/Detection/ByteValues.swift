import Foundation

/// The dequantized values of a quantized output's bytes, ascending.
package struct ByteValues: Sendable {
  /// The value of each stored byte, by its bits.
  private let values: [Float]
  /// Whether the output is int8, else uint8.
  package let isSigned: Bool

  /// `scale · (stored - zeroPoint)`.
  ///
  /// - Parameters:
  ///   - scale: The quantization scale, above 0.
  ///   - zeroPoint: The zero point; any number, as a model's file may have any.
  ///   - isSigned: Whether the output is int8, else uint8.
  package init(scale: Float, zeroPoint: Int64, isSigned: Bool) {
    self.init(isSigned: isSigned) { scale * Self.difference($0, zeroPoint) }
  }

  private init(isSigned: Bool, value: (Int) -> Float) {
    self.isSigned = isSigned
    values = (0..<256).map { value(isSigned ? Int(Int8(truncatingIfNeeded: $0)) : $0) }
  }

  /// The logistic function of these values, as a quantized model rounds it.
  ///
  /// Source: TensorFlow Lite's 8-bit LOGISTIC operator, a table of 256 rounded results.
  ///
  /// - Parameters:
  ///   - scale: The quantization scale of the probabilities, above 0.
  ///   - zeroPoint: The zero point of the probabilities.
  /// - Returns: The probabilities of the same bytes.
  package func roundedLogistic(scale: Float, zeroPoint: Int64) -> ByteValues {
    let range = isSigned ? -128...127 : 0...255
    return ByteValues(isSigned: isSigned) { stored in
      let steps = (1 / scale) / (1 + exp(-self[UInt8(truncatingIfNeeded: stored)]))
      let bounds = (Self.difference(range.lowerBound, zeroPoint), Self.difference(range.upperBound, zeroPoint))
      return scale * min(max(steps, bounds.0), bounds.1).rounded(.toNearestOrEven)
    }
  }

  /// The difference without overflow; exact for zero points within the type's range.
  private static func difference(_ stored: Int, _ zeroPoint: Int64) -> Float {
    Float(Double(stored) - Double(zeroPoint))
  }

  /// The dequantized value of a stored byte.
  package subscript(stored: UInt8) -> Float { values[Int(stored)] }

  /// The mask that turns int8 into uint8 of the same order, and back.
  package var orderMask: UInt8 { isSigned ? 0x80 : 0 }

  /// The lowest byte, in ascending order of values, whose value is at least `minimum`; nil when there is none.
  package func minByte(atLeast minimum: Float) -> UInt8? {
    (UInt8.min...UInt8.max).first { self[$0 ^ orderMask] >= minimum }
  }
}
