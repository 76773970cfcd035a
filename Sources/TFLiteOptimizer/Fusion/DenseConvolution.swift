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
