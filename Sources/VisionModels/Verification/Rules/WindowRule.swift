import VisionCore

/// The window, stride, dilation and padding of an operator, with their allowed values.
struct WindowRule {
  /// No published model has larger strides, dilations or windows, and the runtime computes with them in 32 bits.
  static let allowed = 1...1024

  let window: (height: Int, width: Int)
  let stride: (height: Int, width: Int)
  let dilation: (height: Int, width: Int)
  let isPadded: Bool

  /// - Throws: `TasksError` with `invalidArgumentError` for values outside `allowed` and an unknown padding.
  init(
    _ check: OperatorCheck, padding: UInt8, window: (height: Int, width: Int), stride: (height: Int, width: Int),
    dilation: (height: Int, width: Int) = (1, 1)
  ) throws(TasksError) {
    for (what, pair) in [("window", window), ("stride", stride), ("dilation", dilation)] {
      try check.require(
        Self.allowed.contains(pair.height) && Self.allowed.contains(pair.width),
        "has the \(what) \(pair.height) x \(pair.width); allowed are \(Self.allowed.lowerBound) to "
          + "\(Self.allowed.upperBound)")
    }
    try check.require(padding <= 1, "has the padding \(padding); allowed are 0 (same) and 1 (valid)")
    self.window = window
    self.stride = stride
    self.dilation = dilation
    isPadded = padding == 0
  }

  /// Rows and columns of the output; nil when the window does not fit.
  func output(height: Int, width: Int) -> (height: Int, width: Int)? {
    guard let rows = outputSize(height, window.height, stride.height, dilation.height),
      let columns = outputSize(width, window.width, stride.width, dilation.width)
    else { return nil }
    return (rows, columns)
  }

  private func outputSize(_ input: Int, _ window: Int, _ stride: Int, _ dilation: Int) -> Int? {
    let span = (window - 1) * dilation + 1
    if isPadded { return (input + stride - 1) / stride }
    return input >= span ? (input - span) / stride + 1 : nil
  }

  /// The number of elements of a window.
  var taps: Int { window.height * window.width }
}
