internal import CVisionConvolution
import TFLiteOptimizer
import VisionModels

/// A quantized convolution with packed weights; its results equal the runtime's. See `CVisionConvolution`.
///
/// Sendable because its memory is written once, before it is shared.
final class QuantizedKernel: ConvolutionKernel, @unchecked Sendable {
  private let shape: UnsafeMutablePointer<VisionQuantized>
  private let packed: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - convolution: The convolution.
  ///   - isFirst: Whether its input is a tensor of the model, int8 or uint8. Between convolutions of a block tensors
  ///     are uint8.
  ///   - isLast: Whether its output is a tensor of the model.
  init(_ convolution: QuantizedConvolution, isFirst: Bool, isLast: Bool) {
    shape = .allocate(capacity: 1)
    shape.initialize(to: VisionQuantized(convolution))
    shape.pointee.isInputSigned = isFirst && convolution.isSigned
    shape.pointee.isOutputSigned = isLast && convolution.isSigned
    packed = .allocate(byteCount: vision_quantized_packed_size(shape), alignment: 64)
    vision_quantized_pack(shape, convolution.unsignedWeights, convolution.biases, convolution.scales, packed)
  }

  deinit {
    shape.deallocate()
    packed.deallocate()
  }

  var stage: VisionStage {
    var stage = VisionStage()
    stage.quantized = UnsafePointer(shape)
    stage.packed = UnsafeRawPointer(packed)
    return stage
  }
}

extension VisionQuantized {
  init(_ convolution: QuantizedConvolution) {
    self.init(
      inputHeight: Int32(convolution.input.height), inputWidth: Int32(convolution.input.width),
      outputHeight: Int32(convolution.output.height), outputWidth: Int32(convolution.output.width),
      inputs: Int32(convolution.inputs), outputs: Int32(convolution.outputs), window: Int32(convolution.window),
      stride: Int32(convolution.stride), top: Int32(convolution.padding.height), left: Int32(convolution.padding.width),
      isDepthwise: convolution.isDepthwise, isInputSigned: false, isOutputSigned: false,
      inputZeroPoint: Int32(convolution.inputZeroPoint), weightZeroPoint: Int32(convolution.weightZeroPoint),
      outputZeroPoint: Int32(convolution.outputZeroPoint), min: Int32(convolution.bounds.lowerBound),
      max: Int32(convolution.bounds.upperBound))
  }
}
