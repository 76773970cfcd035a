import VisionCore
import VisionModels

/// A dense floating-point convolution, with its constants.
///
/// Tensors are NHWC with a batch of 1.
package struct DenseConvolution: Sendable {
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
  /// The output's bounds (fused activation).
  package let bounds: ClosedRange<Float>
  /// Outputs × window × window × inputs. They stay in the file: all weights of a model would be large.
  package let weights: FloatConstant
  /// The biases, one for each output channel.
  package let biases: [Float]

  /// The MACs of an inference.
  package var macs: Int { output.height * output.width * outputs * window * window * inputs }
}

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
