import VisionCore

/// Convolutions and what is computed like them. Source: `reference/conv.h` and its neighbours in TensorFlow Lite.
enum Convolution {
  /// CONV_2D: the weights are output channels, rows, columns, and the input channels of a group.
  static func dense(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let use = try WeightedOperator(call, axis: 0, activation: 3)
    let (input, shape) = (use.data.shape, use.weights.shape)
    let window = try Window(call, input: input, size: (shape[1], shape[2]), dilation: (4, 5))
    let (channels, depth) = (shape[0], shape[3])
    let groups = input[3] / depth
    guard groups * depth == input[3], groups > 0, channels % groups == 0 else {
      throw call.unsupported("with \(input[3]) channels and weights of \(shape)")
    }
    let width = channels / groups
    // Taps and input channels first, so that the output channels of one are neighbours.
    let factors = use.factors.transposed(rows: channels, columns: shape[1] * shape[2] * depth)
    let sums = window.sums(of: use.numbers, batches: input[0], depth: input[3], biases: use.biases, factors: factors) {
      numbers, tap, factors, sums in
      for group in 0..<groups {
        for channel in 0..<depth {
          Accumulation.add(
            numbers[group * depth + channel],
            times: factors + (tap * depth + channel) * channels + group * width, to: sums + group * width, count: width)
        }
      }
    }
    return try use.result(sums, shape: [input[0], window.rows.output, window.columns.output, channels])
  }

  /// DEPTHWISE_CONV_2D: each channel has windows of its own; several output channels may come of one.
  static func depthwise(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let use = try WeightedOperator(call, axis: 3, activation: 4)
    let (input, shape) = (use.data.shape, use.weights.shape)
    let window = try Window(call, input: input, size: (shape[1], shape[2]), dilation: (5, 6))
    let (channels, depth) = (shape[3], input[3])
    guard channels % depth == 0, shape[0] == 1 else {
      throw call.unsupported("with \(depth) channels and weights of \(shape)")
    }
    let copies = channels / depth
    let sums = window.sums(of: use.numbers, batches: input[0], depth: depth, biases: use.biases, factors: use.factors) {
      numbers, tap, factors, sums in
      if copies == 1 {
        Accumulation.add(numbers, times: factors + tap * channels, to: sums, count: channels)
      } else {
        for channel in 0..<depth {
          Accumulation.add(
            numbers[channel], times: factors + tap * channels + channel * copies, to: sums + channel * copies,
            count: copies)
        }
      }
    }
    return try use.result(sums, shape: [input[0], window.rows.output, window.columns.output, channels])
  }

  /// FULLY_CONNECTED: the weights are output channels and columns of the input.
  static func fullyConnected(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let use = try WeightedOperator(call, axis: 0, activation: 0)
    let (channels, depth) = (use.weights.shape[0], use.weights.shape[1])
    guard try call.options.byte(1) == 0, use.numbers.count % depth == 0 else {
      throw call.unsupported("with weights of \(use.weights.shape) for \(use.data.shape), or in another format")
    }
    let rows = use.numbers.count / depth
    let factors = use.factors.transposed(rows: channels, columns: depth)
    var sums = [Double](repeating: 0, count: rows * channels)
    for place in sums.indices { sums[place] = use.biases[place % channels] }
    sums.withMutableAddress { sums in
      factors.withAddress { factors in
        for row in 0..<rows {
          for column in 0..<depth {
            Accumulation.add(
              use.numbers[row * depth + column], times: factors + column * channels, to: sums + row * channels,
              count: channels)
          }
        }
      }
    }
    let keepsDimensions = try call.options.byte(2) != 0
    return try use.result(sums, shape: keepsDimensions ? use.data.shape.dropLast() + [channels] : [rows, channels])
  }
}

extension Window {
  /// The sums of all windows, each started from the biases.
  ///
  /// - Parameters:
  ///   - numbers: The data.
  ///   - batches: The number of images.
  ///   - depth: The channels of the data.
  ///   - biases: One for each output channel.
  ///   - factors: The weights.
  ///   - add: Adds what one tap of a window gives: the channels of its place, the tap's number, the weights, the sums.
  /// - Returns: The sums, output channels beside one another.
  @inline(__always)
  func sums(
    of numbers: [Double], batches: Int, depth: Int, biases: [Double], factors: [Double],
    add: (UnsafePointer<Double>, Int, UnsafePointer<Double>, UnsafeMutablePointer<Double>) -> Void
  ) -> [Double] {
    let channels = biases.count
    var all = [Double](repeating: 0, count: batches * rows.output * columns.output * channels)
    all.withMutableAddress { all in
      numbers.withAddress { numbers in
        factors.withAddress { factors in
          var sums = all
          for batch in 0..<batches {
            for row in 0..<rows.output {
              for column in 0..<columns.output {
                for channel in 0..<channels { sums[channel] = biases[channel] }
                for tap in 0..<rows.size {
                  guard let y = rows.place(window: row, tap: tap) else { continue }
                  for tapColumn in 0..<columns.size {
                    guard let x = columns.place(window: column, tap: tapColumn) else { continue }
                    let place = (batch * rows.input + y) * columns.input + x
                    add(numbers + place * depth, tap * columns.size + tapColumn, factors, sums)
                  }
                }
                sums += channels
              }
            }
          }
        }
      }
    }
    return all
  }
}

extension [Double] {
  /// A matrix with its columns as rows.
  func transposed(rows: Int, columns: Int) -> [Double] {
    [Double](unsafeUninitializedCapacity: count) { result, initializedCount in
      for row in 0..<rows {
        for column in 0..<columns { result[column * rows + row] = self[row * columns + column] }
      }
      initializedCount = rows * columns
    }
  }
}
