import VisionCore
import VisionModels

/// A convolution and its place in the model.
struct ConvolutionSite {
  let index: Int
  /// The index of the last operator: the convolution's, or that of an activation after it.
  var end: Int
  let input: Int32
  var output: Int32
  var convolution: Convolution
  var densify: Int?

  /// The site with the operator of hard swish after it, if there is one.
  fileprivate func taking(_ hardSwish: (index: Int, output: Int32)?) -> ConvolutionSite {
    guard let hardSwish else { return self }
    var site = self
    (site.end, site.output, site.convolution.isHardSwish) = (hardSwish.index, hardSwish.output, true)
    return site
  }
}

extension ModelGraph {
  /// At most one weight in so many is nonzero in a sparse convolution; else looking each one up does not pay off.
  private static let minSparsity = 2

  /// The convolutions that can be fused, in execution order: with a fixed shape and square windows; depthwise ones with
  /// windows of 3 or 5 and strides of 1 or 2, or dilated.
  func convolutions() throws(TasksError) -> [ConvolutionSite] {
    var sites: [ConvolutionSite] = []
    for producer in producers.all {
      if let site = try transposed(producer) { sites.append(site) }
      guard let window = try window(of: producer) else { continue }
      if window.isQuantized {
        if let site = try quantized(producer, window) { sites.append(site) }
      } else if let site = try sparse(producer, window) {
        sites.append(site)
      } else if let site = try window.isScaling ? scaling(producer, window) : float(producer, window) {
        sites.append(site)
      }
    }
    return sites
  }

  private func window(of producer: Operator) throws(TasksError) -> ConvolutionWindow? {
    switch OperatorWork(rawValue: producer.name) {
    case .convolution: try ConvolutionWindow(producer, isDepthwise: false, in: self)
    case .depthwiseConvolution: try ConvolutionWindow(producer, isDepthwise: true, in: self)
    case .fullyConnected: try ConvolutionWindow(layer: producer, in: self)
    case .transposedConvolution, nil: nil
    }
  }

  /// ```
  /// data [← PAD], weights [← DEQUANTIZE], biases [← DEQUANTIZE] → CONV_2D, DEPTHWISE_CONV_2D or
  ///   FULLY_CONNECTED [→ RELU, HARD_SWISH or PRELU] → result
  /// ```
  private func float(_ producer: Operator, _ window: ConvolutionWindow) throws(TasksError) -> ConvolutionSite? {
    guard !window.isDepthwise || (window.hasDepthwiseKernel && window.shape.outputs >= 8),
      let weights = try floatConstant(producer.inputs[1]), weights.shape == window.weightShape,
      let biases = try floatConstant(producer.inputs[2])?.floats, biases.count == window.shape.outputs
    else { return nil }
    if window.isDepthwise {
      return try site(of: producer, window, .depthwise(weights: weights.floats, biases: biases, bounds: window.bounds))
        .taking(hardSwish(of: window.output))
    }
    var dense = try site(of: producer, window, .dense(weights: weights, biases: biases, bounds: window.bounds))
      .taking(hardSwish(of: window.output))
    if let prelu = try prelu(of: dense.output) { (dense.end, dense.output, dense.convolution.alpha) = prelu }
    return try separatingUniformChannels(dense)
  }

  /// A block's first one may read the input of QUANTIZE (`otherType`).
  ///
  /// ```
  /// data [← QUANTIZE], weights, biases → CONV_2D, DEPTHWISE_CONV_2D or FULLY_CONNECTED → result
  /// ```
  private func quantized(_ producer: Operator, _ window: ConvolutionWindow) throws(TasksError) -> ConvolutionSite? {
    guard !window.isDepthwise || window.hasDepthwiseKernel, window.shape.dilation == 1,
      let data = try quantizedTensor(window.source),
      let result = try quantizedTensor(producer.outputs[0]), result.isSigned == data.isSigned,
      let weights = try quantizedConstant(producer.inputs[1], isSigned: data.isSigned),
      weights.shape == window.weightShape,
      let weightScales = weights.scales(count: window.shape.outputs, dimension: window.isDepthwise ? 3 : 0),
      let biases = try integers(producer.inputs[2])?.map(Int32.init(truncatingIfNeeded:)),
      biases.count == window.shape.outputs, let bounds = result.bounds(window.bounds)
    else { return nil }
    // XNNPACK's order: one product, then one quotient.
    let scales = weightScales.map { data.scale * $0 / result.scale }
    guard scales.allSatisfy({ (0x1p-32..<0x1p8).contains($0) }) else { return nil }
    let constants = QuantizedConstants(
      isDepthwise: window.isDepthwise, isSigned: data.isSigned, inputZeroPoint: data.zeroPoint,
      weightZeroPoint: weights.zeroPoint, outputZeroPoint: result.zeroPoint, bounds: bounds, scales: scales,
      biases: biases, weights: weights.bytes)
    return site(of: producer, window, .quantized(constants))
  }

  /// A depthwise convolution of single pixels, as a pointwise one with one weight for each output channel.
  private func scaling(_ producer: Operator, _ window: ConvolutionWindow) throws(TasksError) -> ConvolutionSite? {
    let count = window.shape.outputs
    guard count % 8 == 0, let constant = try floatConstant(producer.inputs[1]), constant.shape == window.weightShape,
      let biases = try floatConstant(producer.inputs[2])?.floats, biases.count == count
    else { return nil }
    let weights = SparseWeights(
      starts: (0...count).map(Int32.init), columns: (0..<count).map(Int32.init), values: constant.floats)
    return site(of: producer, window, .sparse(weights: weights, biases: biases, bounds: window.bounds))
  }

  /// MediaPipe's transposed convolution as a pointwise one. Each pixel becomes 2 × 2 pixels of one channel, so the
  /// weights of a pixel of the window are those of an output.
  ///
  /// ```
  /// data, weights [← DEQUANTIZE], biases [← DEQUANTIZE] → Convolution2DTransposeBias → result
  /// ```
  private func transposed(_ producer: Operator) throws(TasksError) -> ConvolutionSite? {
    guard producer.name == "Convolution2DTransposeBias", producer.inputs.count == 3, producer.outputs.count == 1,
      let settings = try producer.use.bytes(TFLiteSchema.Operator.customOptions)?.integers(Int32.self),
      // Padding, which such windows do not need, then the strides.
      settings.count == 3, settings[1...] == [2, 2],
      let data = try imageShape(of: producer.inputs[0]), let result = try imageShape(of: producer.outputs[0]),
      result.size == SpatialSize(height: 2 * data.size.height, width: 2 * data.size.width), result.channels == 1,
      let weights = try floatConstant(producer.inputs[1]), weights.shape == [1, 2, 2, data.channels],
      let bias = try floatConstant(producer.inputs[2])?.floats, bias.count == 1
    else { return nil }
    let shape = ConvolutionShape(input: data.size, output: data.size, inputs: data.channels, outputs: 4)
    let kind = Convolution.Kind.dense(
      weights: weights, biases: [Float](repeating: bias[0], count: 4), bounds: -Float.infinity...Float.infinity)
    return ConvolutionSite(
      index: producer.index, end: producer.index, input: producer.inputs[0], output: producer.outputs[0],
      convolution: Convolution(shape: shape, kind: kind, isShuffled: true))
  }

  private func site(
    of producer: Operator, _ window: ConvolutionWindow, _ kind: Convolution.Kind, densify: Int? = nil
  ) -> ConvolutionSite {
    ConvolutionSite(
      index: producer.index, end: window.end, input: window.source, output: window.output,
      convolution: Convolution(shape: window.shape, kind: kind, layer: window.layer), densify: densify)
  }

  /// ```
  /// data, weights ← [DEQUANTIZE ←] DENSIFY, biases [← DEQUANTIZE] → CONV_2D → result
  /// ```
  private func sparse(_ producer: Operator, _ window: ConvolutionWindow) throws(TasksError) -> ConvolutionSite? {
    let shape = window.shape
    guard !window.isDepthwise, window.layer == nil, shape.window == 1, shape.stride == 1,
      let source = weightsSource(producer.inputs[1]),
      shape.inputs % 8 == 0, shape.outputs % 8 == 0,
      let biases = try floatConstant(producer.inputs[2])?.floats, biases.count == shape.outputs
    else { return nil }
    let table = try tensor(source.stored)
    let stored = try TensorInfo(table)
    guard stored.shape == window.weightShape, let rows = try SparseRows(table, shape: stored.shape),
      stored.elementType == (source.isHalf ? .float16 : .float32),
      let values = try bytes(of: table)?.floats(isHalf: source.isHalf), values.count == rows.columns.count,
      rows.isAscending, values.count <= shape.inputs * shape.outputs / Self.minSparsity
    else { return nil }
    // They stay in memory, 12 bytes each, and many operators may share the stored ones.
    try table.buffer.spend(12 * values.count)
    let weights = SparseWeights(starts: rows.starts, columns: rows.columns, values: values)
    return site(
      of: producer, window, .sparse(weights: weights, biases: biases, bounds: window.bounds), densify: source.densify)
  }

  private func weightsSource(_ index: Int32) -> (stored: Int32, densify: Int, isHalf: Bool)? {
    guard var producer = producers[index] else { return nil }
    let isHalf = producer.name == "DEQUANTIZE"
    if isHalf {
      guard let dense = producer.inputs.first, let other = producers[dense] else { return nil }
      producer = other
    }
    guard producer.name == "DENSIFY", let stored = producer.inputs.first else { return nil }
    return (stored, producer.index, isHalf)
  }
}
