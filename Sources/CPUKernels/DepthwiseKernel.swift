internal import CVisionConvolution
import TFLiteOptimizer
import VisionModels

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
