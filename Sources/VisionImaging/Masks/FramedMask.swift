internal import CVisionPixels

/// A square mask's probabilities with a border of zeros, one value wide, so that a projection needs no bounds checks.
package struct FramedMask: Sendable {
  /// The rows of the mask, and the columns.
  package let size: Int
  private var values: [Float]

  /// A mask of zeros with `size` x `size` values.
  package init(size: Int) {
    self.size = size
    values = [Float](repeating: 0, count: (size + 2) * (size + 2))
  }

  /// A mask of the given probabilities, row after row.
  ///
  /// - Parameters:
  ///   - probabilities: `size` x `size` of them; what is missing is 0.
  ///   - size: Rows and columns.
  package init(_ probabilities: [Float], size: Int) {
    self.init(size: size)
    for (place, value) in probabilities.prefix(size * size).enumerated() {
      values[(place / size + 1) * (size + 2) + place % size + 1] = value
    }
  }

  /// Sets the probabilities, 1 / (e^-logit + 1).
  ///
  /// - Parameter logits: `size` x `size` of them, row by row; fewer change nothing.
  package mutating func setProbabilities(ofLogits logits: UnsafeBufferPointer<Float>) {
    guard logits.count >= size * size, let source = logits.baseAddress else { return }
    let size = size
    values.withUnsafeMutableBufferPointer { values in
      guard let target = values.baseAddress else { return }
      for row in 0..<size {
        vision_logistic(source + row * size, Int32(clamping: size), target + (row + 1) * (size + 2) + 1)
      }
    }
  }

  /// Calls a function with the values and their border, `size + 2` rows of `size + 2`.
  func withUnsafeValues<Result>(_ body: (UnsafeBufferPointer<Float>) -> Result) -> Result {
    values.withUnsafeBufferPointer(body)
  }
}
