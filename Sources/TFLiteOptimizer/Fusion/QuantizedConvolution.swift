import VisionCore
import VisionModels

/// A quantized convolution, dense or depthwise, with its constants.
///
/// Tensors are NHWC with a batch of 1. Zero points and bounds are given as uint8; int8 values are shifted by 128.
package struct QuantizedConvolution: Sendable {
  /// The input's rows and columns.
  package let input: SpatialSize
  /// The output's rows and columns.
  package let output: SpatialSize
  /// The input's channels.
  package let inputs: Int
  /// The output's channels.
  package let outputs: Int
  /// Rows and columns of the window.
  package let window: Int
  /// The stride, in rows and columns.
  package let stride: Int
  /// Zero padding above and to the left of the input, below `window`.
  package let padding: SpatialSize
  /// Whether it is depthwise; then there are as many output as input channels.
  package let isDepthwise: Bool
  /// Whether tensors are int8, else uint8.
  package let isSigned: Bool
  /// The zero points of the input, the weights (at least 1) and the output.
  package let inputZeroPoint: UInt8
  package let weightZeroPoint: UInt8
  package let outputZeroPoint: UInt8
  /// The output's bounds (fused activation).
  package let bounds: ClosedRange<UInt8>
  /// The requantization scale of each output channel: input scale × weight scale / output scale.
  package let scales: [Float]
  /// The biases, one for each output channel.
  package let biases: [Int32]
  /// Outputs × window × window × inputs, depthwise window × window × outputs, as in the file.
  let weights: ModelData

  /// The weights as uint8.
  package var unsignedWeights: [UInt8] {
    let flip: UInt8 = isSigned ? 0x80 : 0
    return weights.withUnsafeBytes { bytes in
      // A loop over memory, which the compiler makes one over vectors, unlike `map`: a task's start counts.
      [UInt8](unsafeUninitializedCapacity: bytes.count) { flipped, count in
        for place in 0..<bytes.count { flipped.initializeElement(at: place, to: bytes[place] ^ flip) }
        count = bytes.count
      }
    }
  }

  /// The MACs of an inference.
  package var macs: Int {
    output.height * output.width * outputs * window * window * (isDepthwise ? 1 : inputs)
  }
}

/// Finds the quantized convolutions of a model that can be fused: with a fixed shape and square windows; depthwise ones
/// with windows of 3 or 5 and strides of 1 or 2.
///
/// ```
/// data, weights, biases → CONV_2D or DEPTHWISE_CONV_2D → result
/// ```
struct QuantizedConvolutionSearch {
  private let graph: ModelGraph

  init(_ graph: ModelGraph) { self.graph = graph }

  /// The convolution of an operator; nil for other operators.
  func site(_ producer: ModelGraph.Operator) throws(TasksError) -> ConvolutionSite? {
    let isDepthwise = producer.name == OperatorWork.depthwiseConvolution.rawValue
    guard isDepthwise || producer.name == OperatorWork.convolution.rawValue,
      let window = try ConvolutionWindow(producer, slots: isDepthwise ? .depthwise : .dense, ofBytesIn: graph),
      Self.isFitting(window, isDepthwise: isDepthwise),
      let data = try graph.quantizedTensor(window.source), let result = try graph.quantizedTensor(producer.outputs[0]),
      result.isSigned == data.isSigned,
      let weights = try graph.quantizedConstant(producer.inputs[1], isSigned: data.isSigned),
      weights.shape == Self.weightShape(window, isDepthwise: isDepthwise),
      let weightScales = weights.scales(count: window.outputChannels, dimension: isDepthwise ? 3 : 0),
      let biases = try graph.integers(producer.inputs[2])?.map(Int32.init(truncatingIfNeeded:)),
      biases.count == window.outputChannels, let bounds = result.bounds(window.geometry.bounds)
    else { return nil }
    // XNNPACK's order: one product, then one quotient.
    let scales = weightScales.map { data.scale * $0 / result.scale }
    guard scales.allSatisfy({ (0x1p-32..<0x1p8).contains($0) }) else { return nil }
    let convolution = QuantizedConvolution(
      input: window.input, output: window.output, inputs: window.inputChannels, outputs: window.outputChannels,
      window: window.geometry.window, stride: window.geometry.stride, padding: window.padding, isDepthwise: isDepthwise,
      isSigned: data.isSigned, inputZeroPoint: data.zeroPoint, weightZeroPoint: weights.zeroPoint,
      outputZeroPoint: result.zeroPoint, bounds: bounds,
      scales: scales, biases: biases, weights: weights.bytes)
    return ConvolutionSite(
      index: producer.index, input: window.source, output: producer.outputs[0], convolution: .quantized(convolution))
  }

  private static func isFitting(_ window: ConvolutionWindow, isDepthwise: Bool) -> Bool {
    let (size, stride) = (window.geometry.window, window.geometry.stride)
    guard isDepthwise else { return true }
    return [3, 5].contains(size) && [1, 2].contains(stride) && window.inputChannels == window.outputChannels
  }

  private static func weightShape(_ window: ConvolutionWindow, isDepthwise: Bool) -> [Int] {
    let size = window.geometry.window
    return isDepthwise
      ? [1, size, size, window.outputChannels] : [window.outputChannels, size, size, window.inputChannels]
  }
}
