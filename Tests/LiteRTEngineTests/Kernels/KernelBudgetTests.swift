import CVisionConvolution
import Testing

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Limits of what kernels accept")
struct KernelBudgetTests {
  private static func dense(_ change: (inout VisionDense) -> Void = { _ in }) -> VisionDense {
    var shape = VisionDense(
      inputHeight: 8, inputWidth: 6, outputHeight: 4, outputWidth: 3, inputs: 5, outputs: 7, window: 3, stride: 2,
      top: 1, left: 1, min: -1, max: 1, isHalf: false, isHardSwish: false, numbers: VISION_FLOAT32)
    change(&shape)
    return shape
  }

  private static func sizes(_ shapes: [VisionDense], members: Int = 1) -> VisionBlockSizes? {
    shapes.withUnsafeBufferPointer { shapes in
      shapes.indices.map { index in
        var stage = VisionStage()
        stage.dense = shapes.baseAddress.map { $0 + index }
        return stage
      }.sizes(members: members)
    }
  }

  @Test("Strides of several stages never multiply beyond the existing rows")
  func compoundStrides() throws {
    var shapes = [
      Self.dense {
        ($0.inputHeight, $0.inputWidth, $0.outputHeight, $0.outputWidth) = (128, 128, 128, 128)
        ($0.inputs, $0.outputs, $0.window, $0.stride, $0.top, $0.left) = (32, 32, 1, 1, 0, 0)
      }
    ]
    for stage in 0..<7 {
      let size = shapes[stage].outputHeight
      shapes.append(
        Self.dense {
          ($0.inputHeight, $0.inputWidth, $0.inputs, $0.outputs) = (size, size, 32, 32)
          ($0.outputHeight, $0.outputWidth) = ((size + 63) / 64, (size + 63) / 64)
          ($0.window, $0.stride, $0.top, $0.left) = (3, 64, size > 3 ? 0 : 1, size > 3 ? 0 : 1)
        })
    }
    for count in 2...8 {
      let sizes = try #require(Self.sizes(Array(shapes.prefix(count)), members: 2))
      // Twice what lies between the first two at the most, and some of the kernels' own; it was terabytes, or less than nothing.
      #expect(sizes.work < 3 * 128 * 128 * 32 * 4, "\(count) stages")
    }
  }

  @Test("Shapes that would overflow the kernels' arithmetic are refused")
  func unsound() throws {
    #expect(Self.sizes([Self.dense()]) != nil)
    let changes: [(String, (inout VisionDense) -> Void)] = [
      ("a stride of 65", { $0.stride = 65 }), ("a stride of 0", { $0.stride = 0 }),
      ("a window of 65", { $0.window = 65 }), ("a margin as wide as the window", { $0.left = 3 }),
      ("a margin below 0", { $0.top = -1 }), ("windows that touch nothing", { $0.outputHeight = 6 }),
      ("no channels", { $0.outputs = 0 }), ("too many rows", { $0.inputHeight = 1 << 15 }),
      ("too many numbers", { ($0.inputHeight, $0.inputWidth, $0.inputs) = (1 << 12, 1 << 12, 2) }),
      ("numbers that overflow", { ($0.inputHeight, $0.inputWidth, $0.inputs) = (.max, .max, .max) }),
      ("bounds that are no numbers", { $0.min = .nan }), ("bounds the wrong way round", { $0.max = -2 }),
    ]
    for (name, change) in changes { #expect(Self.sizes([Self.dense(change)]) == nil, "\(name)") }
    #expect(Self.sizes([Self.dense(), Self.dense()]) == nil, "a stage that takes something else than it is given")
    #expect(Self.sizes([]) == nil)
    #expect(Self.sizes([Self.dense()], members: 0) == nil)
    #expect(Self.sizes([Self.dense()], members: 65) == nil)
  }

  /// A convolution of one pixel by windows of one pixel, for which the file need not have weights to be refused.
  private static func block(inputs: Int, outputs: Int, window: Int = 1) -> FusedConvolution {
    let weights = FloatConstant(
      tensor: 0, stored: 0, shape: [outputs, window, window, inputs], bytes: ModelData([]))
    let extent = SpatialSize(height: window, width: window)
    let shape = ConvolutionShape(
      input: extent, output: SpatialSize(height: 1, width: 1), inputs: inputs, outputs: outputs, window: window)
    let kind = Convolution.Kind.dense(
      weights: weights, biases: [Float](repeating: 0, count: outputs), bounds: -1...1)
    return FusedConvolution(convolutions: [Convolution(shape: shape, kind: kind)], sum: nil, alpha: nil)
  }

  @Test("Packed weights are charged before they are packed, for every convolution that reads them and filled up to 16")
  func packed() {
    var budget = KernelBudget(threadCount: 1)
    // 64 KB in the file, sixteen times as much packed.
    let single = Self.block(inputs: 1 << 14, outputs: 1)
    #expect((0..<400).filter { _ in budget.take(single) != nil }.count == 255)
    #expect(budget.take(Self.block(inputs: 8, outputs: 8)) != nil)

    budget = KernelBudget(threadCount: 1)
    let large = Self.block(inputs: 1024, outputs: 1024, window: 3)
    #expect((0..<20).filter { _ in budget.take(large) != nil }.count == 7)
  }

  @Test("An unsupported block, or one beyond the budget alone, charges nothing")
  func refused() {
    var budget = KernelBudget(threadCount: 64)
    #expect(budget.take(Self.block(inputs: 8, outputs: 8, window: 65)) == nil)
    // A gigabyte of packed weights.
    #expect(budget.take(Self.block(inputs: 1 << 12, outputs: 1, window: 64)) == nil)
    #expect(budget.take(Self.block(inputs: 8, outputs: 8)) != nil)
  }
}
