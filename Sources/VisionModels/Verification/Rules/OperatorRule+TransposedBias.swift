import VisionCore

extension OperatorRule {
  /// Convolution2DTransposeBias: MediaPipe's transposed convolution, which the runtime has under this name. Its options
  /// are three little-endian int32: padding (1 same, 2 valid), the strides of columns and of rows. Older runtimes copy
  /// as many bytes as there are, so exactly twelve are allowed.
  static let transposedConvolutionWithBias = OperatorRule(inputs: 3...3) { check throws(TasksError) in
    let (data, weights) = (try check.input(0), try check.input(1))
    try check.requireType(data, [.float32])
    try check.requireRank(data, 4...4)
    try check.requireRank(weights, 4...4)
    try check.require(
      weights.shape[3] == data.shape[3],
      "has \(data.shape[3].counted("channel")) and weights of the shape \(weights.shape), which do not go together")
    try requireWeights(check, data, weights, biases: 2, axis: 0, results: weights.shape[0])
    guard let bytes = check.customOptions, bytes.count == 12 else {
      throw check.refusal("has \((check.customOptions?.count ?? 0).counted("byte")) of settings; 12 are needed")
    }
    let settings = bytes.integers(Int32.self).map(Int.init)
    try check.require(
      settings[0] == 1 || settings[0] == 2, "has the padding \(settings[0]); allowed are 1 (same) and 2 (valid)")
    let window = try WindowRule(
      check, padding: settings[0] == 1 ? 0 : 1, window: (weights.shape[1], weights.shape[2]),
      stride: (settings[2], settings[1]))
    try check.requireOutput([
      data.shape[0], window.transposedExtent(data.shape[1], window.window.height, window.stride.height),
      window.transposedExtent(data.shape[2], window.window.width, window.stride.width), weights.shape[0],
    ])
    try chargeTransposed(&check, data, weights, taps: window.taps)
  }
}

extension WindowRule {
  /// Rows or columns of a transposed convolution's output.
  fileprivate func transposedExtent(_ input: Int, _ window: Int, _ stride: Int) -> Int {
    isPadded ? input * stride : (input - 1) * stride + window
  }
}
