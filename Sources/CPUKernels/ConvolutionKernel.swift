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
      case .quantized(let quantized):
        QuantizedKernel(quantized, isFirst: index == 0, isLast: index == convolutions.count - 1)
      }
    }
  }
}

/// A dense convolution with packed weights; its results equal the runtime's. See `CVisionConvolution`.
///
/// Sendable because its memory is written once, before it is shared.
final class DenseKernel: ConvolutionKernel, @unchecked Sendable {
  private let shape: UnsafeMutablePointer<VisionDense>
  private let packed: UnsafeMutableRawPointer

  init(_ convolution: DenseConvolution) {
    shape = .allocate(capacity: 1)
    shape.initialize(to: VisionDense(convolution))
    packed = .allocate(byteCount: vision_dense_packed_size(shape), alignment: 64)
    if convolution.weights.isHalf {
      vision_dense_pack(shape, convolution.weights.halves, convolution.biases, packed)
    } else {
      vision_dense_pack(shape, convolution.weights.floats, convolution.biases, packed)
    }
  }

  deinit {
    shape.deallocate()
    packed.deallocate()
  }

  var stage: VisionStage {
    var stage = VisionStage()
    stage.dense = UnsafePointer(shape)
    stage.packed = UnsafeRawPointer(packed)
    return stage
  }
}

extension VisionDense {
  init(_ convolution: DenseConvolution) {
    self.init(
      inputHeight: Int32(convolution.input.height), inputWidth: Int32(convolution.input.width),
      outputHeight: Int32(convolution.output.height), outputWidth: Int32(convolution.output.width),
      inputs: Int32(convolution.inputs), outputs: Int32(convolution.outputs), window: Int32(convolution.window),
      stride: Int32(convolution.stride), top: Int32(convolution.padding.height), left: Int32(convolution.padding.width),
      min: convolution.bounds.lowerBound, max: convolution.bounds.upperBound,
      isHalf: convolution.weights.isHalf)
  }
}

/// A depthwise convolution with packed weights; its results equal the runtime's.
///
/// The runtime's kernels load two values for every product and reach a third of the processor's peak; see
/// `CVisionConvolution`.
///
/// Sendable because its memory is written once, before it is shared.
final class DepthwiseKernel: ConvolutionKernel, @unchecked Sendable {
  private let shape: UnsafeMutablePointer<VisionDepthwise>
  private let packed: UnsafeMutableBufferPointer<Float>

  init(_ convolution: DepthwiseConvolution) {
    shape = .allocate(capacity: 1)
    shape.initialize(to: VisionDepthwise(convolution))
    packed = .allocate(capacity: vision_depthwise_packed_count(shape))
    vision_depthwise_pack(shape, convolution.weights, convolution.biases, packed.baseAddress)
  }

  deinit {
    shape.deallocate()
    packed.deallocate()
  }

  var stage: VisionStage {
    var stage = VisionStage()
    stage.depthwise = UnsafePointer(shape)
    stage.packed = UnsafeRawPointer(packed.baseAddress)
    return stage
  }
}

extension VisionDepthwise {
  init(_ convolution: DepthwiseConvolution) {
    self.init(
      inputHeight: Int32(convolution.input.height), inputWidth: Int32(convolution.input.width),
      outputHeight: Int32(convolution.output.height), outputWidth: Int32(convolution.output.width),
      channels: Int32(convolution.channels), window: Int32(convolution.window), stride: Int32(convolution.stride),
      top: Int32(convolution.padding.height), left: Int32(convolution.padding.width),
      min: convolution.bounds.lowerBound, max: convolution.bounds.upperBound)
  }
}
