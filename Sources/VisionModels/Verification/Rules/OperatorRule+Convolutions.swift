import VisionCore

extension OperatorRule {
  static let convolutions: [String: OperatorRule] = [
    "CONV_2D": OperatorRule(inputs: 3...3, options: 1, check: convolution),
    "DEPTHWISE_CONV_2D": OperatorRule(inputs: 3...3, options: 2, check: depthwise),
    "FULLY_CONNECTED": OperatorRule(inputs: 2...3, optionalInput: 2, options: 8, check: fullyConnected),
    "TRANSPOSE_CONV": OperatorRule(inputs: 3...4, optionalInput: 3, options: 49, check: transposedConvolution),
  ]

  /// The range of input scale times weight scale over output scale that the runtime's quantized arithmetic supports.
  private static let ratios = 0x1p-40...0x1p10

  private static func convolution(_ check: inout OperatorCheck) throws(TasksError) {
    typealias Slot = TFLiteSchema.Convolution
    let (data, weights) = (try check.input(0, ranks: 4...4), try check.input(1, ranks: 4...4))
    let (channels, results) = (weights.shape[3], weights.shape[0])
    let groups = data.shape[3] / channels
    try check.requireChannels(
      data, weights,
      groups * channels == data.shape[3] && results % max(groups, 1) == 0 && (groups == 1 || data.isFloat))
    try requireWeights(check, data, weights, biases: 2, axis: 0, results: results)
    try requireWindows(
      &check, data, weights, dilation: (Slot.dilationHeight.slot, Slot.dilationWidth.slot),
      activation: Slot.activation.slot, results: results, channels: channels, groups: groups)
  }

  private static func depthwise(_ check: inout OperatorCheck) throws(TasksError) {
    typealias Slot = TFLiteSchema.DepthwiseConvolution
    let (data, weights) = (try check.input(0, ranks: 4...4), try check.input(1, ranks: 4...4))
    let results = weights.shape[3]
    let multiplier = results / data.shape[3]
    try check.requireChannels(
      data, weights, weights.shape[0] == 1 && multiplier * data.shape[3] == results && multiplier > 0)
    let said = try check.option(Slot.multiplier)
    try check.require(said == multiplier, "has the depth multiplier \(said), and \(multiplier) follows from the shapes")
    try requireWeights(check, data, weights, biases: 2, axis: 3, results: results)
    try requireWindows(
      &check, data, weights, dilation: (Slot.dilationHeight.slot, Slot.dilationWidth.slot),
      activation: Slot.activation.slot, results: results, channels: 1, groups: 1)
  }

  /// Checks windows, activation and output, and charges the convolution: each output is a sum over `channels` of a
  /// window. `dilation` and `activation` are slots of the options; those of stride and padding are the same for both
  /// kinds.
  private static func requireWindows(
    _ check: inout OperatorCheck, _ data: VerifiedTensor, _ weights: VerifiedTensor,
    dilation: (height: Int, width: Int), activation: Int, results: Int, channels: Int, groups: Int
  ) throws(TasksError) {
    typealias Slot = TFLiteSchema.Convolution
    let window = try WindowRule(
      check, padding: check.byteOption(Slot.padding), window: (weights.shape[1], weights.shape[2]),
      stride: (check.option(Slot.strideHeight), check.option(Slot.strideWidth)),
      dilation: (check.option(dilation.height, absent: 1), check.option(dilation.width, absent: 1)))
    try check.requireActivation(activation)
    guard let size = window.output(height: data.shape[1], width: data.shape[2]) else {
      throw check.refusal("has windows larger than its input of the shape \(data.shape)")
    }
    try check.requireOutput([data.shape[0], size.height, size.width, results])
    try charge(
      &check, outputs: check.outputs[0].count, pixels: data.shape[0] * size.height * size.width,
      depth: channels * window.taps, results: results, taps: window.taps, size: data.elementType.byteCount ?? 4,
      groups: groups)
  }

  private static func fullyConnected(_ check: inout OperatorCheck) throws(TasksError) {
    let (data, weights) = (try check.input(0, ranks: 1...4), try check.input(1, ranks: 2...2))
    let (results, depth) = (weights.shape[0], weights.shape[1])
    try requireWeights(check, data, weights, biases: 2, axis: 0, results: results)
    try check.requireActivation(TFLiteSchema.FullyConnected.activation)
    let format = try check.byteOption(TFLiteSchema.FullyConnected.weightsFormat)
    try check.require(format == 0, "has weights of the format \(format); only 0 is supported")
    try check.require(
      data.count % depth == 0, "has weights for \(depth.counted("number")) and an input of the shape \(data.shape)")
    if try check.byteOption(TFLiteSchema.FullyConnected.keepsDimensions) != 0 {
      try check.require(
        data.shape.last == depth, "has an input of the shape \(data.shape); \(depth) columns are needed")
      try check.requireOutput(data.shape.dropLast() + [results])
    } else {
      try check.requireOutput([data.count / depth, results])
    }
    try charge(
      &check, outputs: check.outputs[0].count, pixels: data.count / depth, depth: depth, results: results,
      taps: 1, size: data.elementType.byteCount ?? 4, groups: 1)
  }

  private static func transposedConvolution(_ check: inout OperatorCheck) throws(TasksError) {
    typealias Slot = TFLiteSchema.Convolution
    let (weights, data) = (try check.input(1, ranks: 4...4), try check.input(2, ranks: 4...4))
    let shape = try check.integers(0, maximumCount: 4)
    try check.requireChannels(data, weights, weights.shape[3] == data.shape[3])
    try requireWeights(check, data, weights, biases: 3, axis: 0, results: weights.shape[0], weightsAt: 1)
    try check.require(
      shape.count == 4 && shape[0] == data.shape[0] && shape[3] == weights.shape[0],
      "has the constant shape \(shape); \(data.shape[0]), rows, columns and \(weights.shape[0]) are needed")
    let window = try WindowRule(
      check, padding: check.byteOption(Slot.padding), window: (weights.shape[1], weights.shape[2]),
      stride: (check.option(Slot.strideHeight), check.option(Slot.strideWidth)))
    try check.requireActivation(Slot.activation)
    try check.requireOutput(shape)
    // The convolution that it transposes has to have the input's shape as output.
    let size = window.output(height: shape[1], width: shape[2])
    try check.require(
      size?.height == data.shape[1] && size?.width == data.shape[2],
      "has the output shape \(shape), which does not follow from its input's \(data.shape)")
    try chargeTransposed(&check, data, weights, taps: window.taps)
  }

  /// Charges a transposed convolution: one whose windows are on the input's pixels, and the overlapping sums.
  static func chargeTransposed(
    _ check: inout OperatorCheck, _ data: VerifiedTensor, _ weights: VerifiedTensor, taps: Int
  ) throws(TasksError) {
    let (pixels, results) = (data.count / data.shape[3], weights.shape[0])
    try charge(
      &check, outputs: data.count, pixels: pixels, depth: results * taps, results: results, taps: taps, size: 4,
      groups: 1)
    try check.budget.charge(scratch: pixels, results * taps, 4, for: "\(check.name)")
  }

  static func requireWeights(
    _ check: OperatorCheck, _ data: VerifiedTensor, _ weights: VerifiedTensor, biases: Int, axis: Int, results: Int,
    weightsAt position: Int = 1
  ) throws(TasksError) {
    try check.requireType(data, numbers)
    try check.requireScale(data)
    try check.require(
      weights.elementType == data.elementType && check.outputs[0].elementType == data.elementType,
      "has data of \(data.elementType), weights of \(weights.elementType) and an output of "
        + "\(check.outputs[0].elementType); all have to be of one type")
    try check.requireScale(check.outputs[0])
    try check.require(check.areStatic[position], "has weights that are computed from the model's input")
    if data.isByte { try requireByteScales(check, data, weights, axis: axis, results: results) }
    guard check.hasInput(biases) else { return }
    let bias = try check.input(biases)
    try check.requireType(bias, [data.isFloat ? .float32 : .int32])
    try check.require(
      bias.count == results && check.areStatic[biases],
      "has biases of the shape \(bias.shape); \(results.counted("constant number")) are needed")
  }

  private static func requireByteScales(
    _ check: OperatorCheck, _ data: VerifiedTensor, _ weights: VerifiedTensor, axis: Int, results: Int
  ) throws(TasksError) {
    guard let input = data.quantization?.scale, let output = check.outputs[0].quantization?.scale,
      let quantization = weights.quantization
    else { throw check.refusal("has weights of bytes without a scale") }
    try check.require(
      quantization.scales.count == 1
        || (data.elementType == .int8 && quantization.scales.count == results && quantization.dimension == axis),
      "has \(quantization.scales.count.counted("weight scale")) along dimension \(quantization.dimension); allowed are "
        + "one, or with int8 one for each output channel along dimension \(axis)")
    try check.require(
      data.elementType == .uint8 || quantization.zeroPoints.allSatisfy { $0 == 0 },
      "has weights of int8 whose zero point is not 0")
    for scale in quantization.scales { try check.requireRatio(Double(input) * Double(scale) / Double(output), ratios) }
  }

  /// Charges packed weights, the indirection buffer, copies of windows (im2col), and the arithmetic.
  static func charge(
    _ check: inout OperatorCheck, outputs: Int, pixels: Int, depth: Int, results: Int, taps: Int, size: Int, groups: Int
  ) throws(TasksError) {
    let name = "operator \(check.index) (\(check.name))"
    // Kernels compute up to 32 output channels at a time, and pad the last ones.
    try check.budget.charge(bytes: (results + 31) / 32 * 32, depth + 4, size, max(groups, 1), for: "\(name)")
    if taps > 1 {
      try check.budget.charge(bytes: pixels, taps, 8, for: "\(name)")
      try check.budget.charge(scratch: pixels, depth, size, for: "\(name)")
    }
    try check.budget.charge(work: outputs, depth, for: "\(name)")
  }

  /// Convolution2DTransposeBias: MediaPipe's transposed convolution, which the runtime has under this name. Its options
  /// are three little-endian int32: padding (1 same, 2 valid), the strides of columns and of rows. Older runtimes copy
  /// as many bytes as there are, so exactly twelve are allowed.
  static let transposedConvolutionWithBias = OperatorRule(inputs: 3...3) { check throws(TasksError) in
    let (data, weights) = (try check.input(0, ranks: 4...4), try check.input(1, ranks: 4...4))
    try check.requireType(data, [.float32])
    try check.requireChannels(data, weights, weights.shape[3] == data.shape[3])
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
  fileprivate func transposedExtent(_ input: Int, _ window: Int, _ stride: Int) -> Int {
    isPadded ? input * stride : (input - 1) * stride + window
  }
}

extension OperatorCheck {
  fileprivate func requireChannels(
    _ data: VerifiedTensor, _ weights: VerifiedTensor, _ condition: Bool
  ) throws(TasksError) {
    try require(
      condition,
      "has \(data.shape[3].counted("channel")) and weights of the shape \(weights.shape), which do not go together")
  }
}
