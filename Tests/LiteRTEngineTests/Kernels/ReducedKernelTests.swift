import CVisionConvolution
import TestSupport
import Testing

@testable import LiteRTEngine

/// Products of 16-bit numbers: near to those of float32, whatever the shape, and never infinite.
@Suite("Dense convolution kernels with reduced numbers")
struct ReducedKernelTests {
  /// The numbers that this processor multiplies; none on one without such instructions.
  private static let numbers = [VISION_BFLOAT16, VISION_FLOAT16].filter(vision_has_numbers)

  /// The largest error of a product's share in a sum: two roundings to 8 bits, and for float16 to 11 bits with up to 64
  /// sums.
  private static func largestError(_ numbers: VisionNumbers) -> Float {
    numbers == VISION_BFLOAT16 ? 0x1p-7 : 0x1p-8
  }

  private func shape(
    _ size: (height: Int32, width: Int32), _ inputs: Int32, _ outputs: Int32, window: Int32 = 1, stride: Int32 = 1,
    padding: Int32 = 0, isHalf: Bool = false
  ) -> VisionDense {
    VisionDense(
      inputHeight: size.height, inputWidth: size.width, outputHeight: (size.height + padding - 1) / stride + 1,
      outputWidth: (size.width + padding - 1) / stride + 1, inputs: inputs, outputs: outputs, window: window,
      stride: stride, top: padding, left: padding, min: -.infinity, max: .infinity, isHalf: isHalf,
      isHardSwish: false, numbers: VISION_FLOAT32)
  }

  @Test(
    "Sums are within the error of their products, equal on any number of threads",
    .only(.halfProducts, if: !numbers.isEmpty), arguments: [24, 66, 130, 1024], [9, 16, 40, 72, 139])
  func sums(inputs: Int32, outputs: Int32) throws {
    for isHalf in [false, true] {
      for pixels in [1, 13, 96, 500] as [Int32] {
        try check(shape((1, pixels), inputs, outputs, isHalf: isHalf))
      }
      guard inputs < 1024 else { continue }
      try check(shape((13, 7), inputs, outputs, window: 3, padding: 1, isHalf: isHalf))
      try check(shape((9, 20), inputs, outputs, window: 2, stride: 2, isHalf: isHalf))
      try check(shape((8, 11), inputs, outputs, window: 5, stride: 2, padding: 2, isHalf: isHalf))
    }
  }

  @Test(
    "Weights of any size, and inputs up to half of float16's range, are summed as precisely",
    .only(.halfProducts, if: !numbers.isEmpty))
  func range() throws {
    for scale in [1e-6, 1, 1000, 60000] as [Float] {
      try check(shape((4, 9), 512, 24), weightScale: scale, inputScale: 32000)
      try check(shape((4, 9), 512, 24), weightScale: scale, inputScale: 0.01)
    }
  }

  @Test("Odd and few channels stay exact, and no block with numbers that a shape cannot take is accepted")
  func refusals() {
    for (inputs, outputs) in [(25, 64), (16, 64), (64, 8)] as [(Int32, Int32)] {
      for numbers in [VISION_BFLOAT16, VISION_FLOAT16] {
        var dense = shape((4, 4), inputs, outputs)
        #expect(!vision_dense_takes(&dense, numbers))
        dense.numbers = numbers
        withUnsafePointer(to: dense) { dense in
          var stage = VisionStage()
          stage.dense = dense
          var sizes = VisionBlockSizes()
          #expect(!vision_block_sizes(&stage, 1, 1, &sizes))
        }
      }
    }
    #expect(!vision_has_numbers(VISION_NUMBERS))
  }

  private func check(_ shape: VisionDense, weightScale: Float = 1, inputScale: Float = 1) throws {
    var shape = shape
    var generator = SeededGenerator(seed: UInt64(shape.outputs) << 16 | UInt64(shape.inputs))
    func noise(_ count: Int32, _ scale: Float) -> [Float] {
      (0..<count).map { _ in scale * Float.random(in: -1...1, using: &generator) }
    }
    let input = noise(shape.inputHeight * shape.inputWidth * shape.inputs, inputScale)
    let weights = noise(shape.outputs * shape.window * shape.window * shape.inputs, weightScale)
    let biases = noise(shape.outputs, 1)
    let plain = run(&shape, weights, biases, input, VISION_FLOAT32, nil)
    let largest = run(&shape, weights.map(abs), biases.map(abs), input.map(abs), VISION_FLOAT32, nil)
    let team = KernelThreadPool(threadCount: 3)
    for numbers in Self.numbers {
      #expect(vision_dense_takes(&shape, numbers))
      onEachKernelPath { path in
        guard vision_dense_takes(&shape, numbers) else { return }
        let found = run(&shape, weights, biases, input, numbers, nil)
        #expect(run(&shape, weights, biases, input, numbers, team.limited) == found, "\(path), \(shape)")
        let error = zip(zip(found, plain), largest).map { abs($0.0 - $0.1) / $1 }.max() ?? .infinity
        #expect(error <= Self.largestError(numbers), "\(path), \(numbers.name), \(shape): \(error)")
      }
    }
  }

  private func run(
    _ shape: inout VisionDense, _ weights: [Float], _ biases: [Float], _ input: [Float], _ numbers: VisionNumbers,
    _ pool: OpaquePointer?
  ) -> [Float] {
    shape.numbers = numbers
    defer { shape.numbers = VISION_FLOAT32 }
    var packed = [UInt8](repeating: 0xFF, count: vision_dense_packed_size(&shape))
    if shape.isHalf {
      vision_dense_pack(&shape, weights.map { Float16($0).bitPattern }, biases, &packed)
    } else {
      vision_dense_pack(&shape, weights, biases, &packed)
    }
    var output = [Float](repeating: .nan, count: Int(shape.outputHeight * shape.outputWidth * shape.outputs))
    var work = [Float](repeating: .nan, count: 3 * vision_dense_work_count(&shape))
    var epilogue = VisionEpilogue()
    vision_dense(&shape, packed, input, &epilogue, &output, &work, pool)
    return output
  }
}
