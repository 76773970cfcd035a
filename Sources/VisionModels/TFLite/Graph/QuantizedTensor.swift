/// How the bytes of a tensor stand for numbers: each is so many steps more than the byte of 0.
package struct QuantizedTensor {
  /// Rows and so on.
  package let shape: [Int]
  /// Whether the model has signed bytes.
  package let isSigned: Bool
  /// What stands for 0, as an unsigned byte; signed ones are 128 less.
  package let zeroPoint: UInt8
  /// The number that a step is.
  package let scale: Float

  /// Numbers' bounds as unsigned bytes, rounded to the nearest.
  ///
  /// - Returns: Nil unless 0 lies between them.
  package func bounds(_ numbers: ClosedRange<Float>) -> ClosedRange<UInt8>? {
    func byte(_ number: Float) -> UInt8 {
      // By the model's own bytes, for rounding to even in the middle depends on it.
      let lift: Float = isSigned ? 128 : 0
      let stored = min(max(number / scale + (Float(zeroPoint) - lift), -lift), 255 - lift)
      return UInt8(stored.rounded(.toNearestOrEven) + lift)
    }
    let (minimum, maximum) = (byte(numbers.lowerBound), byte(numbers.upperBound))
    return minimum <= zeroPoint && zeroPoint <= maximum ? minimum...maximum : nil
  }
}

/// The bytes that a model's file has of a tensor, and how they stand for numbers.
package struct QuantizedConstant {
  package let shape: [Int]
  /// What stands for 0, as an unsigned byte.
  package let zeroPoint: UInt8
  /// One step for all, or one for each slice along `dimension`.
  package let scales: [Float]
  package let dimension: Int
  package let bytes: ModelData

  /// The step of each slice along a dimension; nil when there are others.
  package func scales(count: Int, dimension: Int) -> [Float]? {
    if scales.count == 1 { return [Float](repeating: scales[0], count: count) }
    return scales.count == count && self.dimension == dimension ? scales : nil
  }
}
