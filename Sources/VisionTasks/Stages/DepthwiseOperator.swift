import CVisionConvolution
import VisionModels
import VisionRuntime

/// A depthwise convolution of a model, run by a kernel of this project in the place of the runtime's, with equal results.
///
/// The runtime's kernels load two numbers for every product and reach a third of what the processor can do; see
/// `CVisionConvolution`. They are worth it on one thread only: with more, the runtime's share the work and this one does not.
///
/// Sendable because the packed weights are written once, before anybody else sees them.
final class DepthwiseOperator: CustomOperator, @unchecked Sendable {
  let name: String
  let inputShape: [Int]
  let outputShape: [Int]
  /// The multiply-adds of a run.
  let multiplyAdds: Int

  private let shape: VisionDepthwise
  private let packed: UnsafeMutableBufferPointer<Float>

  init(name: String, _ convolution: DepthwiseConvolution) {
    self.name = name
    inputShape = [1, convolution.input.height, convolution.input.width, convolution.channels]
    outputShape = [1, convolution.output.height, convolution.output.width, convolution.channels]
    multiplyAdds = convolution.multiplyAdds
    var shape = VisionDepthwise(convolution)
    self.shape = shape
    packed = .allocate(capacity: vision_depthwise_packed_count(&shape))
    vision_depthwise_pack(&shape, convolution.weights, convolution.biases, packed.baseAddress)
  }

  deinit { packed.deallocate() }

  func run(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    withUnsafePointer(to: shape) { vision_depthwise($0, packed.baseAddress, input, output) }
  }

  /// The operators to run a model's depthwise convolutions with; none where the runtime's own are as fast.
  static func replacing(
    in model: TFLiteModel, threadCount: Int
  ) throws -> [(use: CustomOperatorUse, customOperator: DepthwiseOperator)] {
    guard threadCount == 1, vision_depthwise_is_fast() else { return [] }
    return try model.depthwiseConvolutions().map { use, convolution in
      (use, DepthwiseOperator(name: use.name, convolution))
    }
  }
}

extension VisionDepthwise {
  init(_ convolution: DepthwiseConvolution) {
    self.init(
      inputHeight: Int32(convolution.input.height), inputWidth: Int32(convolution.input.width),
      outputHeight: Int32(convolution.output.height), outputWidth: Int32(convolution.output.width),
      channels: Int32(convolution.channels), window: Int32(convolution.window), stride: Int32(convolution.stride),
      top: Int32(convolution.padding.height), left: Int32(convolution.padding.width),
      least: convolution.bounds.lowerBound, most: convolution.bounds.upperBound)
  }
}
