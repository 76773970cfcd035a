import CVisionConvolution
import Testing

@testable import LiteRTEngine

@Suite("Convolution kernels for int8 and uint8")
struct QuantizedKernelTests {
  /// Pixels that fill no tile, one and several; channels that fill no quad and no panel, one, and more.
  @Test(
    "1 x 1 int8 and uint8 kernels equal the plain kernel on any number of threads",
    arguments: [1, 4, 13, 49, 200], [1, 16, 24, 33, 70])
  func pointwise(pixels: Int32, outputs: Int32) {
    for inputs in [1, 3, 24, 65, 130] as [Int32] {
      for (isSigned, weightZeroPoint) in [(false, 117), (true, 128), (false, 255)] as [(Bool, Int32)] {
        var shape = Self.shape(height: 1, width: pixels, inputs, outputs, window: 1, stride: 1)
        (shape.isInputSigned, shape.isOutputSigned, shape.weightZeroPoint) = (isSigned, isSigned, weightZeroPoint)
        check(shape)
      }
    }
  }

  @Test(
    "int8 and uint8 kernels of larger windows equal the plain kernel on any number of threads, padding included",
    arguments: [2, 3, 5], [1, 2, 3])
  func windows(window: Int32, stride: Int32) {
    for size in [(1, 1), (2, 3), (7, 5), (13, 40), (40, 9)] as [(height: Int32, width: Int32)] {
      for (inputs, outputs) in [(3, 24), (8, 17), (17, 33)] as [(Int32, Int32)] {
        check(Self.shape(height: size.height, width: size.width, inputs, outputs, window: window, stride: stride))
      }
    }
  }

  @Test(
    "Depthwise int8 and uint8 kernels equal the plain kernel on any number of threads", arguments: [3, 5],
    [1, 2])
  func depthwise(window: Int32, stride: Int32) {
    // The widest have several blocks of columns, the last one with an odd number or full.
    for size in [(1, 1), (2, 3), (7, 5), (13, 40), (40, 9), (3, 71), (5, 128)] as [(height: Int32, width: Int32)] {
      for channels in [1, 8, 16, 24, 32, 47, 144] as [Int32] {
        for (isSigned, weightZeroPoint) in [(false, 117), (true, 128), (false, 1)] as [(Bool, Int32)] {
          var shape = Self.shape(
            height: size.height, width: size.width, channels, channels, window: window, stride: stride)
          (shape.isInputSigned, shape.isOutputSigned, shape.weightZeroPoint) = (isSigned, isSigned, weightZeroPoint)
          shape.isDepthwise = true
          check(shape)
        }
      }
    }
  }

  /// The plain kernel reads packed weights, too, so no comparison with it would find them in another order.
  @Test("Packed weights are those of the file, in whole panels of channels and in the last", arguments: [false, true])
  func packing(isDepthwise: Bool) {
    let (inputs, outputs, window) = isDepthwise ? (40, 40, 3) : (21, 40, 1)
    var shape = Self.shape(
      height: Int32(window), width: Int32(window), Int32(inputs), Int32(outputs), window: Int32(window), stride: 1)
    (shape.outputHeight, shape.outputWidth, shape.top, shape.left) = (1, 1, 0, 0)
    (shape.isDepthwise, shape.inputZeroPoint, shape.weightZeroPoint) = (isDepthwise, 3, 1)
    (shape.outputZeroPoint, shape.min, shape.max) = (0, 0, 255)
    let count = isDepthwise ? window * window : inputs
    let weights = (0..<count * outputs).map { UInt8($0 * 37 % 255 + 1) }
    var packed = [UInt8](repeating: 0xFF, count: vision_quantized_packed_size(&shape))
    vision_quantized_pack(
      &shape, weights, [Int32](repeating: 0, count: outputs), [Float](repeating: 1, count: outputs), &packed)
    for place in 0..<count {
      // One in a pixel of all channels, or in a channel of the only pixel.
      let input = (0..<window * window * inputs).map { UInt8((isDepthwise ? $0 / inputs : $0) == place ? 4 : 3) }
      var output = [UInt8](repeating: 0, count: outputs)
      vision_quantized_plain(&shape, packed, input, &output)
      #expect(
        output == (0..<outputs).map { weights[isDepthwise ? place * outputs + $0 : $0 * inputs + place] - 1 })
    }
  }

  @Test("The plain quantized kernel equals hand-computed sums: scaled, rounded half to even, bounded")
  func plain() {
    // Numbers 1, 2, 3, 4, of which 0 is byte 10; weights 1 to 9, of which 0 is byte 100.
    var shape = Self.shape(height: 2, width: 2, 1, 1, window: 3, stride: 1)
    (shape.inputZeroPoint, shape.weightZeroPoint, shape.outputZeroPoint, shape.min, shape.max) = (10, 100, 50, 50, 88)
    #expect(
      Self.results(shape, weights: (101...109).map { $0 }, input: [11, 12, 13, 14], bias: 0, scale: 0.5) == [
        // 77, 67, 47, 37 halves: 38.5 to 38, which is the bound; 33.5 and 23.5 up, 18.5 down.
        88, 84, 74, 68,
      ])
    // Signed: the same bytes, 128 less.
    (shape.isInputSigned, shape.isOutputSigned) = (true, true)
    let signed = Self.results(
      shape, weights: (101...109).map { $0 }, input: [11, 12, 13, 14].map { $0 ^ 0x80 }, bias: -74, scale: 0.5)
    // 3, -7, -27, -37 halves: 1.5 to 2, and the lower bound.
    #expect(signed == [52, 50, 50, 50].map { $0 ^ 0x80 })
  }

  @Test(
    "A fused quantized block equals its plain kernels in turn, whole or by rows, on any number of threads",
    arguments: [(20, 72), (220, 24)] as [(Int32, Int32)], [false, true])
  func block(sizes: (side: Int32, channels: Int32), isDepthwise: Bool) {
    var shape = Self.shape(
      height: sizes.side, width: sizes.side, sizes.channels, sizes.channels, window: 3, stride: 1)
    shape.isDepthwise = isDepthwise
    let sample = ByteSample(shape)
    let expected = sample.plainTwice
    onEachKernelPath { path in
      for members in [1, 2, 3] {
        #expect(sample.runBlock(members: members) == expected, "\(path), \(members) members")
      }
    }
  }

  @Test(
    "Results around the zero point, rounding ties and saturation equal the plain kernel",
    arguments: [(128, 0, 255), (0, 0, 255), (255, 0, 255), (200, 10, 230)], [false, true])
  func bounds(bounds: (zeroPoint: Int32, min: Int32, max: Int32), isSigned: Bool) {
    for (window, isDepthwise) in [(1, false), (3, false), (3, true)] as [(Int32, Bool)] {
      var shape = Self.shape(height: 3, width: 15, 24, 24, window: window, stride: 1)
      (shape.isDepthwise, shape.isInputSigned, shape.isOutputSigned) = (isDepthwise, isSigned, isSigned)
      (shape.outputZeroPoint, shape.min, shape.max) = bounds
      // Halves are ties; with 200 sums go beyond 16 and 32 bits. Scales of models are finite, those of a file need not be.
      for scale in [nil, 0.5, 1 / 1024, 200, .infinity, -.infinity, .nan] as [Float?] {
        let sample = ByteSample(shape, scale: scale)
        let expected = sample.plain
        onEachKernelPath { path in
          #expect(sample.run(members: 1) == expected, "\(path), \(shape), scale \(scale ?? 0)")
        }
      }
    }
  }

  @Test("Sums of extreme bytes neither saturate nor wrap around in 16 bits", arguments: [1, 3], [false, true])
  func extremes(window: Int32, isDepthwise: Bool) {
    for (weight, value, zeroPoint) in [(0, 255, 128), (255, 255, 1), (255, 0, 128), (0, 255, 255)] {
      guard window == 3 || !isDepthwise else { continue }
      var shape = Self.shape(height: 5, width: 9, 24, 24, window: window, stride: 1)
      (shape.isDepthwise, shape.weightZeroPoint) = (isDepthwise, Int32(zeroPoint))
      let sample = ByteSample(shape, weight: UInt8(weight), value: UInt8(value))
      let expected = sample.plain
      onEachKernelPath { path in #expect(sample.run(members: 1) == expected, "\(path), \(shape)") }
    }
  }

  private func check(_ shape: VisionQuantized) {
    let sample = ByteSample(shape)
    let expected = sample.plain
    onEachKernelPath { path in
      for members in [1, 3] {
        #expect(sample.run(members: members) == expected, "\(path), \(shape), \(members) members")
      }
    }
  }

  /// Padded to the same extents.
  private static func shape(
    height: Int32, width: Int32, _ inputs: Int32, _ outputs: Int32, window: Int32, stride: Int32
  ) -> VisionQuantized {
    func padding(_ extent: Int32) -> Int32 { max(((extent - 1) / stride) * stride + window - extent, 0) / 2 }
    return VisionQuantized(
      inputHeight: height, inputWidth: width, outputHeight: (height - 1) / stride + 1,
      outputWidth: (width - 1) / stride + 1, inputs: inputs, outputs: outputs, window: window, stride: stride,
      top: padding(height), left: padding(width), isDepthwise: false, isInputSigned: false, isOutputSigned: false,
      inputZeroPoint: 131, weightZeroPoint: 117, outputZeroPoint: 60, min: 60, max: 250)
  }

  private static func results(
    _ shape: VisionQuantized, weights: [UInt8], input: [UInt8], bias: Int32, scale: Float
  ) -> [UInt8] {
    var shape = shape
    var packed = [UInt8](repeating: 0, count: vision_quantized_packed_size(&shape))
    vision_quantized_pack(&shape, weights, [bias], [scale], &packed)
    var output = [UInt8](repeating: 0, count: Int(shape.outputHeight * shape.outputWidth))
    vision_quantized_plain(&shape, packed, input, &output)
    return output
  }
}
