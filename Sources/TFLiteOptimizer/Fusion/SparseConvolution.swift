import VisionModels

/// A pointwise floating-point convolution with sparse weights, with its constants.
///
/// Tensors are NHWC with a batch of 1.
package struct SparseConvolution: Sendable, Hashable {
  /// Rows and columns of the input and of the output.
  package let size: SpatialSize
  /// The input's channels.
  package let inputs: Int
  /// The output's channels.
  package let outputs: Int
  /// The output's bounds (fused activation).
  package let bounds: ClosedRange<Float>
  /// Where each output channel's weights start, and where the last one's end.
  package let starts: [Int32]
  /// The input channel of each weight, ascending for each output channel.
  package let columns: [Int32]
  /// The nonzero weights.
  package let weights: [Float]
  /// The biases, one for each output channel.
  package let biases: [Float]

  /// The MACs of an inference, without zero weights.
  package var macs: Int { size.height * size.width * weights.count }
}
