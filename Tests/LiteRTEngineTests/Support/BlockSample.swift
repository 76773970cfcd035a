import CVisionConvolution
import TestSupport

@testable import LiteRTEngine

/// A block on noise: 3 x 3 from 3 to 8 channels, an expansion to 72, a window over those, a projection to 24, with PReLU.
final class BlockSample {
  private let dense: UnsafeMutablePointer<VisionDense> = .allocate(capacity: 3)
  private let depthwise: UnsafeMutablePointer<VisionDepthwise> = .allocate(capacity: 1)
  private let packed: [UnsafeMutableBufferPointer<Float>]
  private let input: [Float]
  /// PReLU's alpha of the dense convolutions.
  private let alphas: UnsafeMutableBufferPointer<Float> = .allocate(capacity: 72)

  init(size: Int32, window: Int32, stride: Int32) {
    let small = (size - 1) / stride + 1
    var generator = SeededGenerator(seed: UInt64(size) << 16 | UInt64(window) << 8 | UInt64(stride))
    func shape(_ size: Int32, _ inputs: Int32, _ outputs: Int32, window: Int32) -> VisionDense {
      VisionDense(
        inputHeight: size, inputWidth: size, outputHeight: size, outputWidth: size, inputs: inputs, outputs: outputs,
        window: window, stride: 1, top: window / 2, left: window / 2, min: -1, max: 1, isHalf: false,
        isHardSwish: false,
        numbers: VISION_FLOAT32
      )
    }
    let shapes = [shape(size, 3, 8, window: 3), shape(size, 8, 72, window: 1), shape(small, 72, 24, window: 1)]
    dense.initialize(from: shapes, count: 3)
    depthwise.initialize(
      to: VisionDepthwise(
        inputHeight: size, inputWidth: size, outputHeight: small, outputWidth: small, channels: 72, window: window,
        stride: stride, top: window / 2, left: window / 2, min: 0, max: 6, dilation: 1, isHardSwish: false))
    input = generator.floats(size * size * 3)
    _ = alphas.initialize(from: generator.floats(72))
    var packed: [UnsafeMutableBufferPointer<Float>] = []
    for (place, shape) in shapes.enumerated() {
      packed.append(.allocate(capacity: vision_dense_packed_size(&dense[place]) / MemoryLayout<Float>.size))
      vision_dense_pack(
        &dense[place], generator.floats(shape.outputs * shape.window * shape.window * shape.inputs),
        generator.floats(shape.outputs), packed[place].baseAddress)
    }
    packed.append(.allocate(capacity: vision_depthwise_packed_count(depthwise)))
    vision_depthwise_pack(
      depthwise, generator.floats(window * window * 72), generator.floats(72), packed[3].baseAddress)
    self.packed = packed
  }

  deinit {
    dense.deallocate()
    depthwise.deallocate()
    alphas.deallocate()
    packed.forEach { $0.deallocate() }
  }

  /// The result, stage by stage.
  func plain() -> FloatBits {
    let expanded = plain(1, plain(0, input))
    var window = Self.room(depthwise.pointee.outputHeight, 72)
    vision_depthwise_plain(depthwise, packed[3].baseAddress, expanded, &window)
    return FloatBits(plain(2, window))
  }

  /// The result of the block.
  func run(members: Int) -> FloatBits {
    let team = members > 1 ? KernelThreadPool(threadCount: members) : nil
    var stages = [VisionStage](repeating: VisionStage(), count: 4)
    for (place, number) in [(0, 0), (1, 1), (3, 2)] {
      stages[place].dense = UnsafePointer(dense + number)
      stages[place].packed = UnsafeRawPointer(packed[number].baseAddress)
      stages[place].alpha = UnsafePointer(alphas.baseAddress)
    }
    stages[2].depthwise = UnsafePointer(depthwise)
    stages[2].packed = UnsafeRawPointer(packed[3].baseAddress)
    let work = UnsafeMutableRawPointer.allocate(
      byteCount: stages.workByteCount(members: members), alignment: 64)
    defer { work.deallocate() }
    var output = Self.room(dense[2].outputHeight, 24)
    var epilogue = VisionEpilogue()
    epilogue.alpha = UnsafePointer(alphas.baseAddress)
    vision_block(stages, 4, input, &epilogue, &output, work, team?.limited)
    return FloatBits(output)
  }

  private func plain(_ place: Int, _ data: [Float]) -> [Float] {
    var output = Self.room(dense[place].outputHeight, dense[place].outputs)
    var epilogue = VisionEpilogue()
    epilogue.alpha = UnsafePointer(alphas.baseAddress)
    vision_dense_plain(&dense[place], packed[place].baseAddress, data, &epilogue, &output)
    return output
  }

  private static func room(_ size: Int32, _ channels: Int32) -> [Float] {
    [Float](repeating: .nan, count: Int(size * size * channels))
  }
}

extension [VisionStage] {
  /// What kernels say of a block of these; nil when it is refused.
  func sizes(members: Int = 1) -> VisionBlockSizes? {
    var sizes = VisionBlockSizes()
    return vision_block_sizes(self, Int32(count), Int32(members), &sizes) ? sizes : nil
  }

  /// The bytes of working memory; -1 when it is refused.
  func workByteCount(members: Int) -> Int { sizes(members: members).flatMap { Int(exactly: $0.work) } ?? -1 }
}
