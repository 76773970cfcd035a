/// Exponential smoothing of one value.
///
/// Source: MediaPipe's `LowPassFilter`; the state is single precision, the old value's share is weighted in double.
package struct LowPassFilter: Sendable {
  private var state: Float?

  package init() {}

  /// The smoothed value; the first one is returned unchanged.
  package mutating func callAsFunction(_ value: Float, alpha: Float) -> Float {
    guard let state else {
      self.state = value
      return value
    }
    let smoothed = Float(Double(alpha * value) + (1 - Double(alpha)) * Double(state))
    self.state = smoothed
    return smoothed
  }
}
