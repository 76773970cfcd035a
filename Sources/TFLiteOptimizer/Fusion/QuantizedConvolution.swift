import VisionModels

/// A quantized convolution, dense or depthwise, with its constants.
///
/// Tensors are NHWC with a batch of 1. Zero points and bounds are given as uint8; int8 values are shifted by 128.
package struct QuantizedConvolution: Sendable {
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
  /// Whether it is depthwise; then there are as many output as input channels.
  package let isDepthwise: Bool
  /// Whether tensors are int8, else uint8.
  package let isSigned: Bool
  /// The zero points of the input, the weights (at least 1) and the output.
  package let inputZeroPoint: UInt8
  package let weightZeroPoint: UInt8
  package let outputZeroPoint: UInt8
  /// The output's bounds (fused activation).
  package let bounds: ClosedRange<UInt8>
  /// The requantization scale of each output channel: input scale × weight scale / output scale.
  package let scales: [Float]
  /// The biases, one for each output channel.
  package let biases: [Int32]
  /// Outputs × window × window × inputs, depthwise window × window × outputs, as in the file.
  let weights: ModelData

  /// The weights as uint8.
  package var unsignedWeights: [UInt8] {
    let flip: UInt8 = isSigned ? 0x80 : 0
    return weights.withUnsafeBytes { $0.map { $0 ^ flip } }
  }

  /// The MACs of an inference.
  package var macs: Int {
    output.height * output.width * outputs * window * window * (isDepthwise ? 1 : inputs)
  }
}
