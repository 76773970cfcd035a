internal import CVisionConvolution
import TFLiteOptimizer
import VisionModels

/// A convolution of bytes that stand for numbers, for a kernel of this project, which gives what the runtime would; see
/// `CVisionConvolution`.
///
/// Sendable because its memory is written once, before anybody else sees it.
final class ByteKernel: ConvolutionKernel, @unchecked Sendable {
  private let shape: UnsafeMutablePointer<VisionBytes>
  private let packed: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - convolution: The convolution.
  ///   - isFirst: Whether its input is a tensor of the model, with signed bytes where the model has them; between convolutions of a
  ///     block bytes are unsigned.
  ///   - isLast: The same of its result.
  init(_ convolution: ByteConvolution, isFirst: Bool, isLast: Bool) {
    shape = .allocate(capacity: 1)
    shape.initialize(to: VisionBytes(convolution))
    shape.pointee.isInputSigned = isFirst && convolution.isSigned
    shape.pointee.isOutputSigned = isLast && convolution.isSigned
    packed = .allocate(byteCount: vision_bytes_packed_size(shape), alignment: 64)
    vision_bytes_pack(shape, convolution.unsignedWeights, convolution.biases, convolution.scales, packed)
  }

  deinit {
    shape.deallocate()
    packed.deallocate()
  }

  var stage: VisionStage {
    var stage = VisionStage()
    stage.bytes = UnsafePointer(shape)
    stage.packed = UnsafeRawPointer(packed)
    return stage
  }
}

extension VisionBytes {
  init(_ convolution: ByteConvolution) {
    self.init(
      inputHeight: Int32(convolution.input.height), inputWidth: Int32(convolution.input.width),
      outputHeight: Int32(convolution.output.height), outputWidth: Int32(convolution.output.width),
      inputs: Int32(convolution.inputs), outputs: Int32(convolution.outputs), window: Int32(convolution.window),
      stride: Int32(convolution.stride), top: Int32(convolution.padding.height), left: Int32(convolution.padding.width),
      isDepthwise: convolution.isDepthwise, isInputSigned: false, isOutputSigned: false,
      inputZero: Int32(convolution.inputZero), weightZero: Int32(convolution.weightZero),
      outputZero: Int32(convolution.outputZero), least: Int32(convolution.bounds.lowerBound),
      most: Int32(convolution.bounds.upperBound))
  }
}
