import VisionModels

/// How a window goes over a tensor.
struct WindowGeometry {
  /// Rows and columns of the window.
  let window: Int
  /// Its steps.
  let stride: Int
  /// Whether the result has a place for every step within the data, or only for windows that lie within it.
  let isPaddedToSame: Bool
  /// The bounds of the results.
  let bounds: ClosedRange<Float>

  /// The zeros before a dimension of the data.
  ///
  /// - Parameters:
  ///   - input: The extent of the data.
  ///   - output: The extent of the result.
  ///   - margins: Zeros around the data that the model asks for with an operator of its own.
  /// - Returns: Their number; nil when the extents do not fit one another.
  func padding(_ input: Int, _ output: Int, given margins: Margins?) -> Int? {
    if isPaddedToSame {
      guard output == (input + stride - 1) / stride else { return nil }
      // The odd one goes to the end.
      return max((output - 1) * stride + window - input, 0) / 2
    }
    let margins = margins ?? Margins(before: 0, after: 0)
    guard (0..<window).contains(margins.before), (0..<window).contains(margins.after) else { return nil }
    let length = input + margins.before + margins.after
    guard length >= window, output == (length - window) / stride + 1 else { return nil }
    return margins.before
  }
}
