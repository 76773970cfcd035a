import VisionModels

/// A convolution of bytes that stand for numbers, with all that it takes to run it: by windows over all channels, or of each channel
/// by a window of its own.
///
/// Tensors are rows, columns, channels, the channels innermost. All bytes are told as unsigned ones; where the model has signed ones,
/// these are 128 less.
package struct ByteConvolution: Sendable {
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
  /// Whether each channel has a window of its own; then there are as many outputs as inputs.
  package let isDepthwise: Bool
  /// Whether the model has signed bytes.
  package let isSigned: Bool
  /// The bytes that stand for 0 in the input, the weights and the result; of weights at least 1.
  package let inputZero: UInt8
  package let weightZero: UInt8
  package let outputZero: UInt8
  /// The least and the most that a result may be; what lies beyond becomes that.
  package let bounds: ClosedRange<UInt8>
  /// One for each output channel: the step of the products' sum, in steps of the result.
  package let scales: [Float]
  /// One for each output channel, to which the products are added.
  package let biases: [Int32]
  /// Outputs × window × window × inputs, of a depthwise one window × window × outputs, as the file has them.
  let weights: ModelData

  /// The weights as unsigned bytes.
  package var unsignedWeights: [UInt8] {
    let flip: UInt8 = isSigned ? 0x80 : 0
    return weights.withUnsafeBytes { $0.map { $0 ^ flip } }
  }

  /// The multiply-adds of a run.
  package var multiplyAdds: Int {
    output.height * output.width * outputs * window * window * (isDepthwise ? 1 : inputs)
  }
}
