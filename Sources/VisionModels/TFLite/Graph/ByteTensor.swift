/// How the bytes of a tensor stand for numbers: each is so many steps more than the byte of 0.
package struct ByteTensor {
  /// Rows and so on.
  package let shape: [Int]
  /// Whether the model has signed bytes.
  package let isSigned: Bool
  /// What stands for 0, as an unsigned byte; signed ones are 128 less.
  package let zero: UInt8
  /// The number that a step is.
  package let step: Float

  /// Numbers' bounds as unsigned bytes, rounded to the nearest.
  ///
  /// - Returns: Nil unless 0 lies between them.
  package func bounds(_ numbers: ClosedRange<Float>) -> ClosedRange<UInt8>? {
    func byte(_ number: Float) -> UInt8 {
      // By the model's own bytes, for rounding to even in the middle depends on it.
      let lift: Float = isSigned ? 128 : 0
      let stored = min(max(number / step + (Float(zero) - lift), -lift), 255 - lift)
      return UInt8(stored.rounded(.toNearestOrEven) + lift)
    }
    let (least, most) = (byte(numbers.lowerBound), byte(numbers.upperBound))
    return least <= zero && zero <= most ? least...most : nil
  }
}

/// The bytes that a model's file has of a tensor, and how they stand for numbers.
package struct ByteConstant {
  package let shape: [Int]
  /// What stands for 0, as an unsigned byte.
  package let zero: UInt8
  /// One step for all, or one for each slice along `dimension`.
  package let steps: [Float]
  package let dimension: Int
  package let bytes: ModelData

  /// The step of each slice along a dimension; nil when there are others.
  package func steps(count: Int, dimension: Int) -> [Float]? {
    if steps.count == 1 { return [Float](repeating: steps[0], count: count) }
    return steps.count == count && self.dimension == dimension ? steps : nil
  }
}
