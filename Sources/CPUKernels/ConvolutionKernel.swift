internal import CVisionConvolution
import TFLiteOptimizer
import VisionModels

/// A convolution with its weights in the order in which a kernel of this project reads them.
///
/// All of it is written once, before anybody else sees it, so several threads may convolve with it at a time.
protocol ConvolutionKernel: AnyObject, Sendable {
  /// The convolution as kernels take it. What it points to lives as long as this.
  var stage: VisionStage { get }
}

extension FusedConvolution {
  /// The kernels that compute its convolutions, one after the other.
  func kernels() -> [any ConvolutionKernel] {
    convolutions.indices.map { index in
      switch convolutions[index] {
      case .dense(let dense): DenseKernel(dense)
      case .depthwise(let depthwise): DepthwiseKernel(depthwise)
      case .sparse(let sparse): SparseKernel(sparse)
      case .bytes(let bytes): ByteKernel(bytes, isFirst: index == 0, isLast: index == convolutions.count - 1)
      }
    }
  }
}
