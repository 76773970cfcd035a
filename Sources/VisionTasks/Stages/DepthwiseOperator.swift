import CVisionConvolution
import VisionModels
import VisionRuntime

/// A depthwise convolution of a model, run by a kernel of this project in the place of the runtime's, with equal results.
///
/// The runtime's kernels load two numbers for every product and reach a third of what the processor can do; see
/// `CVisionConvolution`.
///
/// Sendable because the packed weights are written once, before anybody else sees them.
final class DepthwiseOperator: KernelOperator, @unchecked Sendable {
  let name: String
  let inputShape: [Int]
  let outputShape: [Int]
  let multiplyAdds: Int

  private let shape: VisionDepthwise
  private let packed: UnsafeMutableBufferPointer<Float>
  private let team: KernelTeam?

  init(name: String, _ convolution: DepthwiseConvolution, team: KernelTeam? = nil) {
    self.team = team
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
    withUnsafePointer(to: shape) { vision_depthwise($0, packed.baseAddress, input, output, team?.pointer) }
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
