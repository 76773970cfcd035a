/// A positive factor as TensorFlow Lite's reference kernels apply it to whole numbers: a multiplier of 31 bits and a shift.
///
/// Source: `quantization_util.cc` and `common.h` of TensorFlow Lite (`QuantizeMultiplier`, `MultiplyByQuantizedMultiplier`).
struct FixedPointFactor {
  /// The factor's fraction, 0.5 to 1, in steps of 2⁻³¹.
  let multiplier: Int64
  /// The power of two of the factor.
  let exponent: Int

  /// Rounds a factor to 31 bits.
  init(_ factor: Double) {
    // significand is 1..<2 where the fraction is 0.5..<1.
    var fraction = (factor.significand / 2 * 0x1p31).rounded(.toNearestOrAwayFromZero)
    var exponent = Int(factor.exponent) + 1
    if fraction == 0x1p31 {
      fraction /= 2
      exponent += 1
    }
    multiplier = Int64(fraction)
    self.exponent = exponent
  }

  /// The product with a number of 32 bits, rounded twice as the reference kernels do: to the nearest, halves upwards, by the
  /// multiplication; to the nearest, halves away from zero, by the shift.
  func callAsFunction(_ number: Int64) -> Int64 {
    let product = (number << max(exponent, 0)) * multiplier
    let high = (product + (product >= 0 ? 1 << 30 : 1 - 1 << 30)) / (1 << 31)
    let shift = max(-exponent, 0)
    guard shift > 0 else { return high }
    let (mask, rest) = ((Int64(1) << shift) - 1, high & ((Int64(1) << shift) - 1))
    return (high >> shift) + (rest > (mask >> 1) + (high < 0 ? 1 : 0) ? 1 : 0)
  }
}
