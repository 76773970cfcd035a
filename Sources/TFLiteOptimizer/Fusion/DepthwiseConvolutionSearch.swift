import VisionErrors
import VisionModels

/// Finds the depthwise floating-point convolutions of a model that can be fused: with a fixed shape, square windows of
/// 3 or 5, and strides of 1 or 2.
///
/// ```
/// data [← PAD], weights [← DEQUANTIZE], biases [← DEQUANTIZE] → DEPTHWISE_CONV_2D → result
/// ```
struct DepthwiseConvolutionSearch {
  private let graph: ModelGraph

  init(_ graph: ModelGraph) { self.graph = graph }

  /// The convolution of an operator; nil for other operators.
  func site(_ producer: ModelGraph.Operator) throws(TasksError) -> ConvolutionSite? {
    guard producer.name == OperatorWork.depthwiseConvolution.rawValue,
      let window = try ConvolutionWindow(producer, slots: .depthwise, in: graph),
      [3, 5].contains(window.geometry.window), [1, 2].contains(window.geometry.stride),
      window.inputChannels == window.outputChannels, window.outputChannels % 8 == 0,
      let weights = try graph.floatConstant(producer.inputs[1]),
      weights.shape == [1, window.geometry.window, window.geometry.window, window.outputChannels],
      let biases = try graph.floatConstant(producer.inputs[2])?.floats, biases.count == window.outputChannels
    else { return nil }
    let convolution = DepthwiseConvolution(
      input: window.input, output: window.output, channels: window.outputChannels, window: window.geometry.window,
      stride: window.geometry.stride, padding: window.padding, bounds: window.geometry.bounds,
      weights: weights.floats, biases: biases)
    return ConvolutionSite(
      index: producer.index, input: window.source, output: producer.outputs[0], convolution: .depthwise(convolution))
  }
}
