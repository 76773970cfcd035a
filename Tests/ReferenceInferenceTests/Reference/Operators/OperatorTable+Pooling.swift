import VisionCore

extension OperatorTable {
  /// Maximum and average over windows of each channel; only places within the input count.
  static let pooling: [String: Kernel] = [
    "MAX_POOL_2D": { call throws(TasksError) in
      [try pool(call) { $0.max() ?? 0 }]
    },
    "AVERAGE_POOL_2D": { call throws(TasksError) in
      let isByte = try call.input(0).isByte
      return [
        try pool(call) { numbers in
          let mean = numbers.reduce(0, +) / Double(numbers.count)
          // TensorFlow Lite's kernel for bytes, which XNNPACK does not replace, rounds halves away from zero.
          return isByte ? mean.rounded(.toNearestOrAwayFromZero) : mean
        }
      ]
    },
  ]

  private static func pool(
    _ call: OperatorCall, _ combined: (UnsafeMutableBufferPointer<Double>) -> Double
  ) throws(TasksError) -> ReferenceTensor {
    let data = try call.input(0)
    let size = (rows: try call.options.integer(4), columns: try call.options.integer(3))
    let window = try Window(call, input: data.shape, size: size, dilation: nil)
    let (batches, channels) = (data.shape[0], data.shape[3])
    guard size.rows > 0, size.columns > 0, !data.isByte || data.quantization == call.results[0].info.quantization else {
      throw call.unsupported("with windows of \(size) or other scales for its result")
    }
    var bounds = try call.activation(5)
    if data.isByte {
      let stored = try call.results[0].scale().stored(bounds)
      bounds = Double(stored.lowerBound)...Double(stored.upperBound)
    }
    var results: [Double] = []
    results.reserveCapacity(batches * window.rows.output * window.columns.output * channels)
    var numbers = [Double](repeating: 0, count: size.rows * size.columns)
    for batch in 0..<batches {
      for row in 0..<window.rows.output {
        let rows = (0..<size.rows).compactMap { window.rows.place(window: row, tap: $0) }
        for column in 0..<window.columns.output {
          let columns = (0..<size.columns).compactMap { window.columns.place(window: column, tap: $0) }
          for channel in 0..<channels {
            var count = 0
            for y in rows {
              for x in columns {
                numbers[count] = data.numbers[((batch * data.shape[1] + y) * data.shape[2] + x) * channels + channel]
                count += 1
              }
            }
            let result = numbers.withUnsafeMutableBufferPointer { combined(.init(rebasing: $0[..<count])) }
            results.append(min(max(result, bounds.lowerBound), bounds.upperBound))
          }
        }
      }
    }
    return try call.result(results, shape: [batches, window.rows.output, window.columns.output, channels])
  }
}
