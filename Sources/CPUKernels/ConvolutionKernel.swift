internal import CVisionConvolution
import TFLiteOptimizer
import VisionModels

/// A convolution with its weights packed for a kernel of this package.
///
/// Written once, before it is shared, so several threads may convolve with it at a time.
protocol ConvolutionKernel: AnyObject, Sendable {
  /// The convolution in the kernels' form. Its pointers are valid as long as this object.
  var stage: VisionStage { get }
}

extension FusedConvolution {
  /// The kernels of its convolutions, in order.
  func kernels() -> [any ConvolutionKernel] {
    convolutions.indices.map { index in
      switch convolutions[index] {
      case .dense(let dense): DenseKernel(dense)
      case .depthwise(let depthwise): DepthwiseKernel(depthwise)
      case .sparse(let sparse): SparseKernel(sparse)
      case .quantized(let quantized): QuantizedKernel(quantized, isFirst: index == 0, isLast: index == convolutions.count - 1)
      }
    }
  }
}
