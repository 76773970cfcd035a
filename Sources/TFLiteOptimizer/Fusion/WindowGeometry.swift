import VisionModels

/// The size, stride and padding of a window.
struct WindowGeometry {
  /// Rows and columns of the window.
  let window: Int
  /// The stride, in rows and columns.
  let stride: Int
  /// Whether padding is SAME; else it is VALID.
  let isPaddedToSame: Bool
  /// The output's bounds (fused activation).
  let bounds: ClosedRange<Float>

  /// The zeros before a dimension of the input.
  ///
  /// - Parameters:
  ///   - input: The dimension of the input.
  ///   - output: The dimension of the output.
  ///   - margins: The zeros that a PAD operator adds.
  /// - Returns: Their number; nil when the dimensions contradict each other.
  func padding(_ input: Int, _ output: Int, given margins: Margins?) -> Int? {
    if isPaddedToSame {
      guard output == (input + stride - 1) / stride else { return nil }
      // An odd one goes to the end.
      return max((output - 1) * stride + window - input, 0) / 2
    }
    let margins = margins ?? Margins(before: 0, after: 0)
    guard (0..<window).contains(margins.before), (0..<window).contains(margins.after) else { return nil }
    let length = input + margins.before + margins.after
    guard length >= window, output == (length - window) / stride + 1 else { return nil }
    return margins.before
  }
}
