import VisionModels

/// A convolution of each pixel by weights of which most are 0, with all that it takes to run it.
///
/// Tensors are rows, columns, channels, the channels innermost.
package struct SparseConvolution: Sendable, Hashable {
  /// Rows and columns of what is convolved and of the result.
  package let extent: TensorExtent
  /// The channels of what is convolved.
  package let inputs: Int
  /// The channels of the result.
  package let outputs: Int
  /// The least and the most that a result may be; what lies beyond becomes that.
  package let bounds: ClosedRange<Float>
  /// Where the weights of each output channel start, and where the last one's end.
  package let starts: [Int32]
  /// The input channel of each weight, ascending for each output channel.
  package let columns: [Int32]
  /// The weights.
  package let weights: [Float]
  /// One for each output channel, to which the products are added.
  package let biases: [Float]

  /// The multiply-adds of a run, those with 0 left out.
  package var multiplyAdds: Int { extent.height * extent.width * weights.count }
}
