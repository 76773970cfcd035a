import VisionModels

/// A convolution of one of the kinds that can be fused.
package enum Convolution: Sendable {
  case dense(DenseConvolution)
  case depthwise(DepthwiseConvolution)
  case sparse(SparseConvolution)
  case quantized(QuantizedConvolution)

  /// Rows, columns and channels of the input.
  package var inputShape: [Int] {
    switch self {
    case .dense(let dense): [dense.input.height, dense.input.width, dense.inputs]
    case .depthwise(let depthwise): [depthwise.input.height, depthwise.input.width, depthwise.channels]
    case .sparse(let sparse): [sparse.size.height, sparse.size.width, sparse.inputs]
    case .quantized(let quantized): [quantized.input.height, quantized.input.width, quantized.inputs]
    }
  }

  /// Rows, columns and channels of the output.
  package var outputShape: [Int] {
    switch self {
    case .dense(let dense): [dense.output.height, dense.output.width, dense.outputs]
    case .depthwise(let depthwise): [depthwise.output.height, depthwise.output.width, depthwise.channels]
    case .sparse(let sparse): [sparse.size.height, sparse.size.width, sparse.outputs]
    case .quantized(let quantized): [quantized.output.height, quantized.output.width, quantized.outputs]
    }
  }

  /// The MACs of an inference.
  package var macs: Int {
    switch self {
    case .dense(let dense): dense.macs
    case .depthwise(let depthwise): depthwise.macs
    case .sparse(let sparse): sparse.macs
    case .quantized(let quantized): quantized.macs
    }
  }

  /// The MACs that the runtime would need, with a sparse convolution's zeros.
  package var runtimeMACs: Int {
    guard case .sparse(let sparse) = self else { return macs }
    return sparse.size.height * sparse.size.width * sparse.inputs * sparse.outputs
  }
}

/// A convolution and its place in the model.
struct ConvolutionSite {
  /// The operator's index in the model.
  let index: Int
  /// The input tensor, before a PAD operator.
  let input: Int32
  /// The output tensor.
  let output: Int32
  let convolution: Convolution
  /// The index of the DENSIFY operator of its weights.
  var densify: Int?
}
