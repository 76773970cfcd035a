import VisionModels

/// A convolution by windows over all channels of a floating-point tensor, with all that it takes to run it.
///
/// Tensors are rows, columns, channels, the channels innermost.
package struct DenseConvolution: Sendable {
  /// What is convolved.
  package let input: TensorExtent
  /// The result.
  package let output: TensorExtent
  /// The channels of what is convolved.
  package let inputs: Int
  /// The channels of the result.
  package let outputs: Int
  /// Rows and columns of the window.
  package let window: Int
  /// Steps of the window, in rows and columns.
  package let stride: Int
  /// Rows above and columns to the left of the input that count as 0, below `window`.
  package let padding: TensorExtent
  /// The least and the most that a result may be; what lies beyond becomes that.
  package let bounds: ClosedRange<Float>
  /// Outputs × window × window × inputs, in the file: all weights of a model together would be large.
  package let weights: FloatConstant
  /// One for each output channel, to which the products are added.
  package let biases: [Float]

  /// The multiply-adds of a run.
  package var multiplyAdds: Int { output.height * output.width * outputs * window * window * inputs }
}
