import CVisionConvolution
import TestSupport
import Testing
import VisionModels

@testable import LiteRTEngine

@Suite("Dense convolution kernels")
struct DenseKernelTests {
  /// Pixels that fill no tile, one and several; channels that fill no vector, one, and panels with a rest.
  @Test(
    "1 x 1 kernels equal the plain kernel to the last bit on any number of threads",
    arguments: [1, 3, 12, 17, 49, 96, 200], [1, 7, 8, 16, 24, 33, 56, 70, 112, 139])
  func pointwise(pixels: Int32, outputs: Int32) {
    for inputs in [1, 3, 24, 65] as [Int32] {
      check(
        VisionDense(
          inputHeight: 1, inputWidth: pixels, outputHeight: 1, outputWidth: pixels, inputs: inputs, outputs: outputs,
          window: 1, stride: 1, top: 0, left: 0, min: -0.75, max: 1.5,
          isHalf: false, isHardSwish: false, numbers: VISION_FLOAT32))
    }
  }

  @Test(
    "Kernels of larger windows equal the plain kernel on any number of threads, zero padding included",
    arguments: [1, 2, 3, 5], [1, 2, 3])
  func windows(window: Int32, stride: Int32) {
    for size in [(1, 1), (2, 3), (7, 5), (9, 40), (40, 5)] as [(height: Int32, width: Int32)] {
      for (top, left) in [(0, 0), ((window - 1) / 2, (window - 1) / 2), (window - 1, 0)] {
        for (inputs, outputs) in [(3, 24), (8, 17), (16, 33)] as [(Int32, Int32)] {
          check(
            VisionDense(
              inputHeight: size.height, inputWidth: size.width, outputHeight: (size.height + top - 1) / stride + 1,
              outputWidth: (size.width + left - 1) / stride + 1, inputs: inputs, outputs: outputs, window: window,
              stride: stride, top: top, left: left, min: -.infinity, max: .infinity, isHalf: false, isHardSwish: false,
              numbers: VISION_FLOAT32))
        }
      }
    }
  }

  @Test(
    "Kernels with a single output channel, which vectorize over pixels, equal the plain kernel",
    arguments: [63, 64, 70, 129, 200], [1, 3, 8, 17, 33])
  func singleChannel(width: Int32, inputs: Int32) {
    for (window, height) in [(2, 5), (3, 1), (3, 40), (5, 9)] as [(Int32, Int32)] {
      for (top, left) in [(0, 0), ((window - 1) / 2, (window - 1) / 2), (window - 1, window - 1)] {
        check(
          VisionDense(
            inputHeight: height, inputWidth: width, outputHeight: height, outputWidth: width, inputs: inputs,
            outputs: 1, window: window, stride: 1, top: top, left: left, min: -0.75, max: 1.5, isHalf: false,
            isHardSwish: false, numbers: VISION_FLOAT32))
      }
    }
  }

  /// The plain kernel reads packed weights, too, so no comparison with it would find them in another order.
  @Test("Packed weights are those of the file, in whole panels of channels and in the last", arguments: [false, true])
  func packing(isHalf: Bool) {
    let (inputs, outputs) = (21, 40)
    var shape = VisionDense(
      inputHeight: 1, inputWidth: 1, outputHeight: 1, outputWidth: 1, inputs: Int32(inputs), outputs: Int32(outputs),
      window: 1, stride: 1, top: 0, left: 0, min: -.infinity, max: .infinity, isHalf: isHalf, isHardSwish: false,
      numbers: VISION_FLOAT32)
    // All different, from 1 up.
    let bits = (0..<inputs * outputs).map { UInt16(0x3C00 + $0) }
    let weights = bits.map { Float(halfBits: $0) }
    let biases = [Float](repeating: 0, count: outputs)
    var packed = [UInt8](repeating: 0xFF, count: vision_dense_packed_size(&shape))
    if isHalf {
      vision_dense_pack(&shape, bits, biases, &packed)
    } else {
      vision_dense_pack(&shape, weights, biases, &packed)
    }
    for input in 0..<inputs {
      var output = [Float](repeating: .nan, count: outputs)
      var epilogue = VisionEpilogue()
      vision_dense_plain(&shape, packed, (0..<inputs).map { $0 == input ? 1 : 0 }, &epilogue, &output)
      #expect(output == (0..<outputs).map { weights[$0 * inputs + input] })
    }
  }

  @Test("The plain dense kernel equals hand-computed sums, with bounds, residual and PReLU alpha")
  func plain() {
    var shape = VisionDense(
      inputHeight: 2, inputWidth: 2, outputHeight: 2, outputWidth: 2, inputs: 1, outputs: 2, window: 3, stride: 1,
      top: 1, left: 1, min: -.infinity, max: 150, isHalf: false, isHardSwish: false, numbers: VISION_FLOAT32)
    // Channel 0 has the weights 1...9 and bias 100, channel 1 their negatives and no bias.
    let weights = (1...9).map(Float.init) + (1...9).map { -Float($0) }
    var packed = [UInt8](repeating: 0, count: vision_dense_packed_size(&shape))
    vision_dense_pack(&shape, weights, [100, 0], &packed)
    var output = [Float](repeating: 0, count: 8)
    func run(_ epilogue: VisionEpilogue) -> [Float] {
      var epilogue = epilogue
      vision_dense_plain(&shape, packed, [1, 2, 3, 4], &epilogue, &output)
      return output
    }
    // 5 * 1 + 6 * 2 + 8 * 3 + 9 * 4 = 77, 4 + 10 + 21 + 32 = 67, 2 + 6 + 15 + 24 = 47, 1 + 4 + 12 + 20 = 37.
    #expect(run(VisionEpilogue()) == [150, -77, 150, -67, 147, -47, 137, -37])
    let residual: [Float] = [1, 2, 3, 4, 5, 6, 7, 8]
    residual.withUnsafeBufferPointer { residual in
      [0.5, 2].withUnsafeBufferPointer { (alpha: UnsafeBufferPointer<Float>) in
        let sum = VisionEpilogue(
          starts: nil, residual: residual.baseAddress, min: -60, max: 152, alpha: alpha.baseAddress,
          residualChannels: 0, isResidualPooled: false)
        #expect(run(sum) == [151, -120, 152, -120, 152, -82, 144, -58])
      }
    }
    // 100 and 0 are replaced.
    [10, 1].withUnsafeBufferPointer { (starts: UnsafeBufferPointer<Float>) in
      var epilogue = VisionEpilogue()
      epilogue.starts = starts.baseAddress
      #expect(run(epilogue) == [87, -76, 77, -66, 57, -46, 47, -36])
    }
  }

  /// Compares all kernels on noise, plain and with everything that can follow.
  private func check(_ shape: VisionDense) {
    for isHalf in [false, true] { check(shape, isHalf: isHalf) }
  }

  private func check(_ shape: VisionDense, isHalf: Bool) {
    var shape = shape
    var generator = SeededGenerator(seed: UInt64(shape.outputs) << 16 | UInt64(shape.inputs))
    let input = generator.floats(shape.inputHeight * shape.inputWidth * shape.inputs)
    let outputCount = shape.outputHeight * shape.outputWidth * shape.outputs
    let (residual, alpha) = (generator.floats(outputCount), generator.floats(shape.outputs))
    let starts = generator.floats(shape.outputs + 15)
    let weights = generator.floats(shape.outputs * shape.window * shape.window * shape.inputs)
    shape.isHalf = isHalf
    // Every other activation, so that none doubles the time.
    shape.isHardSwish = (shape.outputs + (isHalf ? 1 : 0)) % 2 == 0
    var packed = [UInt8](repeating: 0xFF, count: vision_dense_packed_size(&shape))
    if isHalf {
      vision_dense_pack(&shape, weights.map(Self.halfBits), generator.floats(shape.outputs), &packed)
    } else {
      vision_dense_pack(&shape, weights, generator.floats(shape.outputs), &packed)
    }
    var work = [Float](repeating: .nan, count: 3 * vision_dense_work_count(&shape))
    func run(_ kernel: (UnsafePointer<VisionEpilogue>, inout [Float], inout [Float]) -> Void, residualChannels: Int32?)
      -> FloatBits
    {
      var output = [Float](repeating: .nan, count: Int(outputCount))
      residual.withUnsafeBufferPointer { residual in
        alpha.withUnsafeBufferPointer { alpha in
          starts.withUnsafeBufferPointer { starts in
            var epilogue = VisionEpilogue()
            if let residualChannels {
              epilogue = VisionEpilogue(
                starts: residualChannels == 0 ? nil : starts.baseAddress, residual: residual.baseAddress, min: -1,
                max: 1.25, alpha: alpha.baseAddress, residualChannels: residualChannels, isResidualPooled: false)
            }
            kernel(&epilogue, &output, &work)
          }
        }
      }
      return FloatBits(output)
    }
    let team = KernelThreadPool(threadCount: 3)
    // Without an epilogue, with one, and with one that has starts and whose residual lacks the last channels.
    for channels in [nil, 0, max(shape.outputs * 2 / 3, 1)] as [Int32?] {
      let expected = run(
        { epilogue, output, _ in vision_dense_plain(&shape, packed, input, epilogue, &output) },
        residualChannels: channels)
      onEachKernelPath { path in
        for pool in [nil, team.limited] {
          let found = run(
            { epilogue, output, work in vision_dense(&shape, packed, input, epilogue, &output, &work, pool) },
            residualChannels: channels)
          #expect(
            found == expected, "\(path), \(shape), residual channels \(channels ?? -1), shared \(pool != nil)")
        }
      }
    }
  }

  /// A number of 16 bits near one from -1 to 1, those of small ones being subnormal.
  private static func halfBits(_ number: Float) -> UInt16 {
    let magnitude = abs(number) < 0x1p-4 ? number.magnitude * 0x1p-10 : number.magnitude
    let bits = (magnitude * 0x1p-112).bitPattern >> 13
    return UInt16(bits) | (number < 0 ? 0x8000 : 0)
  }
}
