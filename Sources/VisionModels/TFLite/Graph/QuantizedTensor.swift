/// The type and quantization of an int8 or uint8 tensor.
package struct QuantizedTensor {
  /// The dimensions, outermost first.
  package let shape: [Int]
  /// Whether it is int8, else uint8.
  package let isSigned: Bool
  /// The zero point as uint8; that of int8 is shifted by 128.
  package let zeroPoint: UInt8
  /// The quantization scale.
  package let scale: Float

  /// Quantizes bounds, rounded to nearest even.
  ///
  /// - Returns: The bounds as uint8; nil unless 0 lies between them.
  package func bounds(_ numbers: ClosedRange<Float>) -> ClosedRange<UInt8>? {
    func byte(_ number: Float) -> UInt8 {
      // In the model's own type, as rounding to even depends on it.
      let lift: Float = isSigned ? 128 : 0
      let stored = min(max(number / scale + (Float(zeroPoint) - lift), -lift), 255 - lift)
      return UInt8(stored.rounded(.toNearestOrEven) + lift)
    }
    let (minimum, maximum) = (byte(numbers.lowerBound), byte(numbers.upperBound))
    return minimum <= zeroPoint && zeroPoint <= maximum ? minimum...maximum : nil
  }
}

/// A constant int8 or uint8 tensor.
package struct QuantizedConstant {
  package let shape: [Int]
  /// The zero point as uint8.
  package let zeroPoint: UInt8
  /// One scale, or one for each slice along `dimension`.
  package let scales: [Float]
  package let dimension: Int
  package let bytes: ModelData

  /// The scale of each slice along a dimension; nil when the scales belong to another one.
  package func scales(count: Int, dimension: Int) -> [Float]? {
    if scales.count == 1 { return [Float](repeating: scales[0], count: count) }
    return scales.count == count && self.dimension == dimension ? scales : nil
  }
}
