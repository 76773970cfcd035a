import CVisionConvolution
import TestSupport
import Testing

@testable import LiteRTEngine

@Suite("Depthwise convolution kernels")
struct DepthwiseKernelTests {
  private typealias Kernel = (
    UnsafePointer<VisionDepthwise>?, UnsafePointer<Float>?, UnsafePointer<Float>?, UnsafeMutablePointer<Float>?
  ) -> Void

  /// Extents that meet every width of a strip, with odd channels' groups, edges on all sides, a window larger than the input, and
  /// rows so wide that pairs of vectors are used.
  private static let sizes: [(height: Int, width: Int)] =
    (1...20).map { ($0, 21 - $0) } + [(33, 7), (2, 2), (40, 40), (1, 110), (4, 103), (9, 120)]

  @Test(
    "Depthwise kernels equal the plain kernel to the last bit on any number of threads",
    arguments: [3, 5], [1, 2])
  func equalsPlain(window: Int, stride: Int) {
    var generator = SeededGenerator(seed: UInt64(10 * window + stride))
    let team = KernelThreadPool(threadCount: 3)
    var compared = 0
    for size in Self.sizes {
      for channels in [8, 9, 16, 23, 24, 28, 42, 64] {
        for (top, left) in [(0, 0), ((window - 1) / 2, (window - 1) / 2), (window - 1, 1)] {
          let reach = (height: size.height + top - 1, width: size.width + left - 1)
          var shape = VisionDepthwise(
            inputHeight: Int32(size.height), inputWidth: Int32(size.width),
            outputHeight: Int32(reach.height / stride + 1),
            outputWidth: Int32(reach.width / stride + 1), channels: Int32(channels), window: Int32(window),
            stride: Int32(stride), top: Int32(top), left: Int32(left), min: -0.75, max: 1.5,
            dilation: 1, isHardSwish: channels % 8 != 0)
          let input = generator.floats(size.height * size.width * channels)
          var packed = [Float](repeating: .nan, count: vision_depthwise_packed_count(&shape))
          vision_depthwise_pack(
            &shape, generator.floats(window * window * channels), generator.floats(channels), &packed)
          func run(_ kernel: Kernel) -> FloatBits {
            var output = [Float](repeating: .nan, count: Int(shape.outputHeight * shape.outputWidth) * channels)
            kernel(&shape, packed, input, &output)
            return FloatBits(output)
          }
          let expected = run(vision_depthwise_plain)
          onEachKernelPath { path in
            #expect(run { vision_depthwise($0, $1, $2, $3, nil) } == expected, "\(path), \(shape)")
            #expect(run { vision_depthwise($0, $1, $2, $3, team.limited) } == expected, "\(path), \(shape)")
          }
          compared += expected.numbers.count
        }
      }
    }
    print("window \(window), stride \(stride): \(compared) numbers equal")
  }

  /// Images that are smaller than the dilated window, too, and those of which some rests have no pixel.
  @Test(
    "Dilated depthwise kernels equal the plain kernel to the last bit on any number of threads, whole and in a block",
    arguments: [3, 5], [2, 3, 4])
  func dilated(window: Int32, dilation: Int32) {
    var generator = SeededGenerator(seed: UInt64(window << 8 | dilation))
    let team = KernelThreadPool(threadCount: 3)
    for (height, width) in [(1, 1), (2, 9), (5, 3), (13, 40), (33, 33)] as [(Int32, Int32)] {
      for channels in [8, 23, 72] as [Int32] {
        let before = (window - 1) / 2 * dilation
        var shape = VisionDepthwise(
          inputHeight: height, inputWidth: width, outputHeight: height, outputWidth: width, channels: channels,
          window: window, stride: 1, top: before, left: before, min: -0.75, max: 1.5, dilation: dilation,
          isHardSwish: channels == 72)
        let input = generator.floats(height * width * channels)
        var packed = [Float](repeating: .nan, count: vision_depthwise_packed_count(&shape))
        vision_depthwise_pack(&shape, generator.floats(window * window * channels), generator.floats(channels), &packed)
        func run(_ kernel: Kernel) -> FloatBits {
          var output = [Float](repeating: .nan, count: input.count)
          kernel(&shape, packed, input, &output)
          return FloatBits(output)
        }
        let expected = run(vision_depthwise_plain)
        onEachKernelPath { path in
          #expect(run { vision_depthwise($0, $1, $2, $3, nil) } == expected, "\(path), \(shape)")
          #expect(run { vision_depthwise($0, $1, $2, $3, team.limited) } == expected, "\(path), \(shape)")
        }
        var sizes = VisionBlockSizes()
        withUnsafePointer(to: &shape) { shape in
          var stage = VisionStage()
          stage.depthwise = shape
          #expect(vision_block_sizes(&stage, 1, 1, &sizes))
        }
        shape.top += 1
        withUnsafePointer(to: &shape) { shape in
          var stage = VisionStage()
          stage.depthwise = shape
          #expect(!vision_block_sizes(&stage, 1, 1, &sizes))
        }
      }
    }
  }

  @Test("The plain depthwise kernel equals a hand-computed sum of products")
  func plain() {
    var shape = VisionDepthwise(
      inputHeight: 2, inputWidth: 2, outputHeight: 2, outputWidth: 2, channels: 8, window: 3, stride: 1, top: 1,
      left: 1, min: -.infinity, max: .infinity, dilation: 1, isHardSwish: false)
    // Channel 0 has the numbers 1, 2, 3, 4 and the weights 1...9, bias 100.
    var input = [Float](repeating: 0, count: 32)
    for (place, value) in [1, 2, 3, 4].enumerated() { input[8 * place] = Float(value) }
    var weights = [Float](repeating: 0, count: 72)
    for tap in 0..<9 { weights[8 * tap] = Float(tap + 1) }
    var packed = [Float](repeating: 0, count: vision_depthwise_packed_count(&shape))
    vision_depthwise_pack(&shape, weights, [100, 0, 0, 0, 0, 0, 0, 0], &packed)
    var output = [Float](repeating: 0, count: 32)
    vision_depthwise_plain(&shape, packed, input, &output)
    let first = (0..<4).map { (pixel: Int) -> Float in output[8 * pixel] }
    #expect(first == [177, 167, 147, 137])
  }
}
