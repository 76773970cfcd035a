import VisionModels

/// A convolution of each channel of a floating-point tensor by a small window of its own, with all that it takes to run it.
///
/// Tensors are rows, columns, channels, the channels innermost.
package struct DepthwiseConvolution: Sendable, Hashable {
  /// What is convolved.
  package let input: TensorExtent
  /// The result.
  package let output: TensorExtent
  /// The channels of both.
  package let channels: Int
  /// Rows and columns of the window: 3 or 5.
  package let window: Int
  /// Steps of the window, in rows and columns: 1 or 2.
  package let stride: Int
  /// Rows above and columns to the left of the input that count as 0, below `window`.
  package let padding: TensorExtent
  /// The least and the most that a result may be; what lies beyond becomes that.
  package let bounds: ClosedRange<Float>
  /// Window × window × channels.
  package let weights: [Float]
  /// One for each channel, to which the products are added.
  package let biases: [Float]

  /// The multiply-adds of a run.
  package var multiplyAdds: Int { output.height * output.width * channels * window * window }
}
