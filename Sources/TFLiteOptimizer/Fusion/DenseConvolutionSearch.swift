import VisionErrors
import VisionModels

/// Finds the dense floating-point convolutions of a model that can be fused: with a fixed shape and square windows.
///
/// ```
/// data [← PAD], weights [← DEQUANTIZE], biases [← DEQUANTIZE] → CONV_2D → result
/// ```
struct DenseConvolutionSearch {
  private let graph: ModelGraph

  init(_ graph: ModelGraph) { self.graph = graph }

  /// The convolution of an operator; nil for other operators.
  func site(_ producer: ModelGraph.Operator) throws(TasksError) -> ConvolutionSite? {
    guard producer.name == OperatorWork.convolution.rawValue,
      let window = try ConvolutionWindow(producer, slots: .dense, in: graph),
      let weights = try graph.floatConstant(producer.inputs[1]),
      weights.shape
        == [window.outputChannels, window.geometry.window, window.geometry.window, window.inputChannels],
      let biases = try graph.floatConstant(producer.inputs[2])?.floats, biases.count == window.outputChannels
    else { return nil }
    let convolution = DenseConvolution(
      input: window.input, output: window.output, inputs: window.inputChannels, outputs: window.outputChannels,
      window: window.geometry.window, stride: window.geometry.stride, padding: window.padding,
      bounds: window.geometry.bounds, weights: weights, biases: biases)
    return ConvolutionSite(
      index: producer.index, input: window.source, output: producer.outputs[0], convolution: .dense(convolution))
  }
}
