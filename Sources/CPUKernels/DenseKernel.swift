internal import CVisionConvolution
import TFLiteOptimizer
import VisionModels

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
