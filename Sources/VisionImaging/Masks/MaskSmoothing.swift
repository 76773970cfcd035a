/// Blends the mask of a frame with that of the frame before: sure pixels (0 or 1) keep the new value, unsure ones take
/// up to 70 % of the old one.
/// Source: MediaPipe's `SegmentationSmoothingCalculator`, whose polynomial gives a probability's certainty.
package enum MaskSmoothing {
  private static let ratio: Float = 0.7

  /// Blends `values` in place with as many of the frame before.
  package static func blend(_ values: UnsafeMutableBufferPointer<Float>, with previous: UnsafeBufferPointer<Float>) {
    for index in 0..<min(values.count, previous.count) {
      let value = values[index]
      let x = (value - 0.5) * (value - 0.5)
      let certainty = x * (5.68842 + x * (-0.748699 + x * (-57.8051 + x * (291.309 + x * -624.717))))
      values[index] = value + (previous[index] - value) * ((1 - (certainty < 1 ? certainty : 1)) * ratio)
    }
  }
}
