import Foundation

/// The real numbers that the bytes of a quantized output stand for; they rise with the bytes.
package struct ByteValues: Sendable {
  /// The real number of each stored byte, by its bits.
  private let values: [Float]
  /// Whether the bytes stand for -128...127 rather than 0...255.
  package let isSigned: Bool

  /// `scale · (stored - zeroPoint)`.
  ///
  /// - Parameters:
  ///   - scale: The step between two numbers, above 0.
  ///   - zeroPoint: The stored number that stands for 0; any number is allowed, as a model's file may have any.
  ///   - isSigned: Whether the bytes stand for -128...127 rather than 0...255.
  package init(scale: Float, zeroPoint: Int64, isSigned: Bool) {
    self.init(isSigned: isSigned) { scale * Self.difference($0, zeroPoint) }
  }

  private init(isSigned: Bool, value: (Int) -> Float) {
    self.isSigned = isSigned
    values = (0..<256).map { value(isSigned ? Int(Int8(truncatingIfNeeded: $0)) : $0) }
  }

  /// The logistic function of these numbers as a quantized model rounds it: to whole numbers that stand for probabilities.
  ///
  /// Source: TensorFlow Lite's 8-bit LOGISTIC operator, a table of 256 rounded results.
  ///
  /// - Parameters:
  ///   - scale: The step between two probabilities, above 0.
  ///   - zeroPoint: The stored number of probability 0.
  /// - Returns: The probabilities of the same bytes.
  package func roundedLogistic(scale: Float, zeroPoint: Int64) -> ByteValues {
    let range = isSigned ? -128...127 : 0...255
    return ByteValues(isSigned: isSigned) { stored in
      let steps = (1 / scale) / (1 + exp(-self[UInt8(truncatingIfNeeded: stored)]))
      let bounds = (Self.difference(range.lowerBound, zeroPoint), Self.difference(range.upperBound, zeroPoint))
      return scale * min(max(steps, bounds.0), bounds.1).rounded(.toNearestOrEven)
    }
  }

  /// The difference of a stored byte and a zero point, which does not overflow: exact for zero points that a byte has room for.
  private static func difference(_ stored: Int, _ zeroPoint: Int64) -> Float {
    Float(Double(stored) - Double(zeroPoint))
  }

  /// The real number of a stored byte.
  package subscript(stored: UInt8) -> Float { values[Int(stored)] }

  /// Turns a stored byte into one that orders like its number, without a sign, and back.
  package var orderMask: UInt8 { isSigned ? 0x80 : 0 }

  /// The least byte, in their order, whose number is at least `minimum`; nil when none is.
  package func leastByte(atLeast minimum: Float) -> UInt8? {
    (UInt8.min...UInt8.max).first { self[$0 ^ orderMask] >= minimum }
  }
}
