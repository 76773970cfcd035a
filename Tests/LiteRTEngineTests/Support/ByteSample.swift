import CVisionConvolution

@testable import LiteRTEngine

/// A convolution of noise bytes.
final class ByteSample {
  private let shape: UnsafeMutablePointer<VisionQuantized> = .allocate(capacity: 1)
  private let packed: UnsafeMutableRawPointer
  private let input: [UInt8]

  /// - Parameters:
  ///   - shape: The convolution.
  ///   - weight: All weights; nil for noise.
  ///   - value: The whole input; nil for noise.
  ///   - scale: All scales; nil for noise that leaves most results within the bounds.
  init(_ shape: VisionQuantized, weight: UInt8? = nil, value: UInt8? = nil, scale: Float? = nil) {
    self.shape.initialize(to: shape)
    var noise = SteadyNoise()
    let products = Int(shape.window * shape.window * (shape.isDepthwise ? 1 : shape.inputs))
    let outputs = Int(shape.outputs)
    let weights = (0..<products * outputs).map { _ in
      weight ?? UInt8.random(in: .min ... .max, using: &noise)
    }
    let biases = (0..<outputs).map { _ in Int32.random(in: -20_000...20_000, using: &noise) }
    let scales = (0..<outputs).map { _ in scale ?? Float.random(in: 0.1...1, using: &noise) / Float(80 * products) }
    packed = .allocate(byteCount: vision_quantized_packed_size(self.shape), alignment: 64)
    vision_quantized_pack(self.shape, weights, biases, scales, packed)
    input = (0..<Int(shape.inputHeight * shape.inputWidth * shape.inputs)).map { _ in
      value ?? UInt8.random(in: .min ... .max, using: &noise)
    }
  }

  deinit {
    shape.deallocate()
    packed.deallocate()
  }

  /// The result of the plain kernel.
  var plain: [UInt8] {
    var output = room
    vision_quantized_plain(shape, packed, input, &output)
    return output
  }

  /// What the kernel gives.
  func run(members: Int) -> [UInt8] {
    let team = members == 1 ? nil : KernelThreadPool(threadCount: members)
    var output = room
    withWork(vision_quantized_work_size(shape) * members) {
      vision_quantized(shape, packed, input, &output, $0, team?.limited)
    }
    return output
  }

  /// What a block of it and itself again gives.
  func runBlock(members: Int) -> [UInt8] {
    let team = members == 1 ? nil : KernelThreadPool(threadCount: members)
    var stage = VisionStage()
    stage.quantized = UnsafePointer(shape)
    stage.packed = UnsafeRawPointer(packed)
    var output = room
    var epilogue = VisionEpilogue()
    let stages = [stage, stage]
    withWork(stages.workByteCount(members: members)) {
      vision_block(stages, 2, input, &epilogue, &output, $0, team?.limited)
    }
    return output
  }

  /// The result of the plain kernel on its own result.
  var plainTwice: [UInt8] {
    var output = room
    vision_quantized_plain(shape, packed, plain, &output)
    return output
  }

  private var room: [UInt8] {
    [UInt8](repeating: 0, count: Int(shape.pointee.outputHeight * shape.pointee.outputWidth * shape.pointee.outputs))
  }

  private func withWork(_ byteCount: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    let work = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 64), alignment: 64)
    defer { work.deallocate() }
    body(work)
  }
}

/// The same noise every time.
private struct SteadyNoise: RandomNumberGenerator {
  private var state: UInt64 = 20_261_122

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
