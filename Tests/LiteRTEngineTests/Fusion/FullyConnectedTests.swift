import CVisionConvolution
import TestSupport
import Testing
import VisionCore
import VisionInference

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Fully connected layers that our kernels can replace")
struct FullyConnectedTests {
  @Test("Each is a pointwise convolution of one row, with tensors of any rank", arguments: Layer.all)
  func read(layer: Layer) throws {
    let model = try ParsedModel(layer.sample().data)
    let block = try #require(model.fusedConvolutions().first?.block)
    #expect(block.inputShape == [1, layer.pixels, 24])
    #expect(block.outputShape == [1, layer.pixels, layer.outputs])
    #expect(block.inputTensor == layer.data.map(Int.init) && block.outputTensor == layer.result.map(Int.init))
    #expect(block.macs == MACs(float: layer.pixels * 24 * layer.outputs))
    let prepared = try model.prepared()
    #expect(prepared.signatures.values.map(\.outputShape) == [layer.result.map(Int.init)])
  }

  @Test(
    "Its numbers are the runtime's to the last bit on any number of threads", .only(.fusedProducts),
    arguments: Layer.all, [1, 2, 3])
  func equalsRuntime(layer: Layer, threadCount: Int) throws {
    let (ours, expected) = try Self.outputs(layer.sample(), threadCount: threadCount)
    #expect(ours == expected)
    #expect(Set(ours).count > layer.outputs / 2)
  }

  @Test("Its numbers are the runtime's where that adds in another order, too", arguments: Layer.all, [false, true])
  func nearRuntime(layer: Layer, half: Bool) throws {
    let (ours, expected) = try Self.outputs(layer.sample(half: half), threadCount: 2)
    let differences = zip(ours, expected).map { abs(Float(bitPattern: $0) - Float(bitPattern: $1)) }
    print("\(layer), 16-bit \(half): largest difference \(differences.max() ?? 0)")
    #expect(differences.count == layer.pixels * layer.outputs && differences.allSatisfy { $0 < 1e-5 })
  }

  @Test("Those of bytes are the runtime's, with one scale or a scale an output", arguments: Layer.all, [false, true])
  func bytes(layer: Layer, isSigned: Bool) throws {
    for scaleCount in isSigned ? [1, layer.outputs] : [1] {
      let sample = layer.byteSample(isSigned: isSigned, scaleCount: scaleCount)
      #expect(try ParsedModel(sample.data).fusedConvolutions().map(\.block.isQuantized) == [true])
      let (ours, expected) = try Self.outputs(sample, threadCount: 2)
      #expect(ours == expected)
      #expect(layer.outputs == 1 || Set(ours).count > 1)
    }
  }

  @Test("Reduced precision leaves a layer exact and reduces a convolution of the same sizes")
  func reducedPrecision() throws {
    let layer = Layer(data: [1, 1, 1, 24], result: [1, 1, 1, 32])
    var convolution = layer.sample()
    convolution.operators = []
    convolution.tensors[1][0] = .ints([32, 1, 1, 24])
    convolution.addOperator(.convolution, [0, 1, 2], 3, options: [1: .int32(1), 2: .int32(1)])
    for (sample, isReduced) in [(layer.sample(), false), (convolution, Precision.reduced.numbers != VISION_FLOAT32)] {
      let block = try #require(try ParsedModel(sample.data).fusedConvolutions().first?.block)
      #expect(KernelStages(block, .reduced, packing: nil).reducedCount == (isReduced ? 1 : 0))
    }
  }

  @Test("One of an image's pixels joined to a row starts a block of its own; one of its only pixel is in its block")
  func afterConvolution() throws {
    for (size, count) in [(2, [1, 1]), (1, [2])] as [(Int32, [Int])] {
      let sample = Self.afterConvolution(size: size)
      #expect(try ParsedModel(sample.data).fusedConvolutions().map(\.block.convolutions.count) == count)
      let (ours, expected) = try Self.outputs(sample, threadCount: 2)
      #expect(zip(ours, expected).allSatisfy { abs(Float(bitPattern: $0) - Float(bitPattern: $1)) < 1e-5 })
      #expect(Set(ours).count > 4)
    }
  }

  @Test("Layers with other weights, without biases or constants, are the runtime's", arguments: 0..<4)
  func others(number: Int) throws {
    var sample = Layer.all[0].sample()
    switch number {
    case 0: sample.operators[0][4] = .table([0: .uint8(0), 1: .uint8(1)])
    case 1: sample.operators[0][1] = .ints([0, 1, -1])
    case 2: sample.operators[0][4] = .table([0: .uint8(4), 1: .uint8(0)])
    default: (sample.inputs, sample.tensors[1][2]) = ([0, 1], .uint32(0))
    }
    #expect(try ParsedModel(sample.data).fusedConvolutions().isEmpty)
  }

  struct Layer: CustomTestStringConvertible {
    let data: [Int32]
    let result: [Int32]
    var activation: UInt8 = 0
    var keepsDimensions = false

    var outputs: Int { Int(result[result.count - 1]) }
    var pixels: Int { Int(data.reduce(1, *)) / 24 }
    var testDescription: String { "\(data) to \(result)" }

    static let all = [
      Layer(data: [1, 24], result: [1, 63]), Layer(data: [1, 24], result: [1, 1]),
      Layer(data: [1, 2, 3, 4], result: [1, 100], activation: 3), Layer(data: [1, 1, 1, 24], result: [1, 9]),
      Layer(data: [1, 7, 24], result: [1, 7, 16], activation: 1, keepsDimensions: true),
      Layer(data: [5, 24], result: [5, 2]),
    ]

    /// A model of the layer: 0, weights 1, biases 2 ── FULLY_CONNECTED ── 3 (output 0).
    func sample(half: Bool = false) -> GraphSample {
      var sample = GraphSample()
      sample.addTensor(data)
      sample.addConstant([Int32(outputs), 24], noise(24 * outputs, seed: 1))
      sample.addConstant([Int32(outputs)], noise(outputs, seed: 2))
      sample.addTensor(result)
      sample.outputs = [3]
      sample.addOperator(
        .fullyConnected, [0, 1, 2], 3,
        options: [0: .uint8(activation), 1: .uint8(0), 2: .uint8(keepsDimensions ? 1 : 0)])
      if half { sample.storeHalf(1, (0..<24 * outputs).map { Float($0 % 17) / 16 - 0.5 }) }
      return sample
    }

    /// The model with bytes.
    func byteSample(isSigned: Bool, scaleCount: Int) -> GraphSample {
      var sample = sample()
      var generator = SeededGenerator(seed: 7)
      func quantize(_ tensor: Int, _ scales: [Float], zero: Int64) {
        sample.tensors[tensor][1] = .uint8((isSigned ? TensorElementType.int8 : .uint8).rawValue)
        sample.tensors[tensor][TFLiteSchema.Tensor.quantization.slot] = .table([
          2: .floats(scales), 3: .longs(Array(repeating: zero - (isSigned ? 128 : 0), count: scales.count)),
        ])
      }
      quantize(0, [0.02], zero: 120)
      quantize(1, (0..<scaleCount).map { 0.01 + Float($0 % 5) / 1000 }, zero: isSigned ? 128 : 115)
      quantize(3, [0.2], zero: 100)
      sample.buffers[1] = (0..<24 * outputs).map { _ in .random(in: .min ... .max, using: &generator) }
      sample.buffers[2] = (0..<outputs).flatMap { _ in
        withUnsafeBytes(of: Int32.random(in: -20_000...20_000, using: &generator).littleEndian) { Array($0) }
      }
      sample.tensors[2][1] = .uint8(TensorElementType.int32.rawValue)
      return sample
    }
  }

  /// A convolution of single pixels, and a layer that reads all of its numbers.
  private static func afterConvolution(size: Int32) -> GraphSample {
    var sample = GraphSample()
    sample.addTensor([1, size, size, 16])
    sample.addConstant([8, 1, 1, 16], noise(128, seed: 3))
    sample.addConstant([8], noise(8, seed: 4))
    sample.addTensor([1, size, size, 8])
    sample.addConstant([9, 8 * size * size], noise(Int(72 * size * size), seed: 5))
    sample.addConstant([9], noise(9, seed: 6))
    sample.addTensor([1, 9])
    sample.outputs = [6]
    sample.addOperator(.convolution, [0, 1, 2], 3, options: [1: .int32(1), 2: .int32(1)])
    sample.addOperator(.fullyConnected, [3, 4, 5], 6, options: [0: .uint8(0), 1: .uint8(0)])
    return sample
  }

  private static func outputs(_ sample: GraphSample, threadCount: Int) throws -> (ours: [UInt32], runtime: [UInt32]) {
    let model = try ParsedModel(sample.data)
    let changed = try model.prepared(threads: threadCount)
    #expect(try ParsedModel(changed.bytes).operators.allSatisfy { $0.name.hasPrefix(CustomOperatorUse.namePrefix) })
    return try (
      CompiledModel.output(changed.bytes, changed.kernels),
      CompiledModel.output(model.data, [])
    )
  }
}

private func noise(_ count: Int, seed: UInt64) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return generator.floats(count).bytes()
}
