import VisionCore

extension Convolution {
  /// Convolution2DTransposeBias, MediaPipe's custom operator: every input number is spread over a window of the output.
  ///
  /// The options are three int32: padding (1 same, 2 valid), stride of columns, stride of rows. The weights are output channels, rows,
  /// columns, input channels. Source: `transpose_conv_bias.cc` of MediaPipe.
  static func transposed(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let use = try WeightedOperator(call, axis: 0, activation: nil)
    let settings = call.customOptions?.integers(Int32.self).map { Int($0) } ?? []
    guard settings.count == 3, (1...2).contains(settings[0]), settings[1] > 0, settings[2] > 0, !use.data.isByte,
      use.data.shape.count == 4, use.data.shape[3] == use.weights.shape[3]
    else {
      throw call.unsupported("of \(use.data.elementType) with the options \(settings)")
    }
    let (input, shape) = (use.data.shape, use.weights.shape)
    let (channels, depth) = (shape[0], shape[3])
    let rows = Spread(input: input[1], size: shape[1], stride: settings[2], isSame: settings[0] == 1)
    let columns = Spread(input: input[2], size: shape[2], stride: settings[1], isSame: settings[0] == 1)
    let factors = use.factors.transposed(rows: channels, columns: shape[1] * shape[2] * depth)
    var sums = [Double](repeating: 0, count: input[0] * rows.output * columns.output * channels)
    for place in sums.indices { sums[place] = use.biases[place % channels] }
    sums.withMutableAddress { sums in
      factors.withAddress { factors in
        for batch in 0..<input[0] {
          for (row, tap) in rows.taps {
            for (column, tapColumn) in columns.taps {
              let y = row * rows.stride + tap - rows.margin
              let x = column * columns.stride + tapColumn - columns.margin
              let place = (batch * rows.input + row) * columns.input + column
              for channel in 0..<depth {
                Accumulation.add(
                  use.numbers[place * depth + channel],
                  times: factors + ((tap * columns.size + tapColumn) * depth + channel) * channels,
                  to: sums + ((batch * rows.output + y) * columns.output + x) * channels, count: channels)
              }
            }
          }
        }
      }
    }
    return try use.result(sums, shape: [input[0], rows.output, columns.output, channels])
  }
}

/// Where one direction of a transposed convolution's windows comes to lie.
private struct Spread {
  let input: Int
  let size: Int
  let stride: Int
  /// What is cut off before the first place of the output.
  let margin: Int
  let output: Int
  /// The places of the input with the taps that lie within the output.
  let taps: [(place: Int, tap: Int)]

  init(input: Int, size: Int, stride: Int, isSame: Bool) {
    (self.input, self.size, self.stride) = (input, size, stride)
    let whole = (input - 1) * stride + size
    output = isSame ? input * stride : whole
    margin = max(whole - output, 0) / 2
    let (margin, output) = (margin, output)
    taps = (0..<input).flatMap { place in
      (0..<size).filter { (0..<output).contains(place * stride + $0 - margin) }.map { (place, $0) }
    }
  }
}
