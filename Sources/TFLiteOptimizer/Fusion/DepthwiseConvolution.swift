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
