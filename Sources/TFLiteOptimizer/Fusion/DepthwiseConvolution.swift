import VisionCore
import VisionModels

/// A depthwise floating-point convolution, with its constants.
///
/// Tensors are NHWC with a batch of 1.
package struct DepthwiseConvolution: Sendable, Hashable {
  /// The input's rows and columns.
  package let input: SpatialSize
  /// The output's rows and columns.
  package let output: SpatialSize
  /// The channels of the input and of the output.
  package let channels: Int
  /// Rows and columns of the window: 3 or 5.
  package let window: Int
  /// The stride, in rows and columns: 1 or 2.
  package let stride: Int
  /// Zero padding above and to the left of the input, below `window`.
  package let padding: SpatialSize
  /// The output's bounds (fused activation).
  package let bounds: ClosedRange<Float>
  /// Window × window × channels.
  package let weights: [Float]
  /// The biases, one for each channel.
  package let biases: [Float]

  /// The MACs of an inference.
  package var macs: Int { output.height * output.width * channels * window * window }
}

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
