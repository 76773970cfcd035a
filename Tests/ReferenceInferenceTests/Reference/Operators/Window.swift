import VisionCore

/// The windows of a convolution or pooling over rows and columns.
struct Window {
  /// One direction: rows or columns.
  struct Side {
    /// The size of the input.
    let input: Int
    /// The taps of a window.
    let size: Int
    let stride: Int
    /// The distance between taps.
    let dilation: Int
    /// The input that is missing before the first window.
    let margin: Int
    /// The number of windows.
    let output: Int

    init(input: Int, size: Int, stride: Int, dilation: Int, isSame: Bool) {
      let reach = (size - 1) * dilation + 1
      (self.input, self.size, self.stride, self.dilation) = (input, size, stride, dilation)
      output = isSame ? (input + stride - 1) / stride : (input - reach + stride) / stride
      margin = isSame ? max((output - 1) * stride + reach - input, 0) / 2 : 0
    }

    /// The place that a tap of a window reads; nil outside the input.
    func place(window: Int, tap: Int) -> Int? {
      let place = window * stride + tap * dilation - margin
      return place >= 0 && place < input ? place : nil
    }
  }

  let rows: Side
  let columns: Side

  /// Reads padding and strides, which stand in slots 0 to 2 of all such operators.
  ///
  /// - Parameters:
  ///   - call: The operator.
  ///   - input: The shape of the input.
  ///   - size: Rows and columns of a window.
  ///   - dilation: The slots of the distances between taps, columns first; nil for operators without.
  /// - Throws: `TasksError` with `unimplementedError` for strides and dilations below 1.
  init(
    _ call: OperatorCall, input: [Int], size: (rows: Int, columns: Int), dilation: (columns: Int, rows: Int)?
  ) throws(TasksError) {
    let isSame = try call.options.byte(0) == 0
    let strides = (columns: try call.options.integer(1), rows: try call.options.integer(2))
    let dilations =
      if let dilation {
        (
          columns: try call.options.integer(dilation.columns, absent: 1),
          rows: try call.options.integer(dilation.rows, absent: 1)
        )
      } else { (columns: 1, rows: 1) }
    guard min(strides.columns, strides.rows, dilations.columns, dilations.rows) > 0, input.count == 4 else {
      throw call.unsupported("with the strides \(strides), the dilations \(dilations) and an input of \(input)")
    }
    rows = Side(
      input: input[1], size: size.rows, stride: strides.rows, dilation: dilations.rows, isSame: isSame)
    columns = Side(
      input: input[2], size: size.columns, stride: strides.columns, dilation: dilations.columns, isSame: isSame)
  }
}
