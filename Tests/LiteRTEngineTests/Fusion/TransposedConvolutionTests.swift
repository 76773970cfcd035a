import TestSupport
import Testing
import VisionCore
import VisionInference
import VisionModels

@testable import LiteRTEngine

@Suite("Transposed convolutions that our kernels can replace")
struct TransposedConvolutionTests {
  @Test("One to a channel without overlap ends a block as a pointwise convolution", arguments: [false, true])
  func read(half: Bool) throws {
    let model = try ParsedModel(Self.sample(half: half).data)
    let blocks = try model.fusedConvolutions()
    #expect(blocks.map(\.use.inputs) == [[0]])
    let block = try #require(blocks.first?.block)
    #expect(block.convolutions.map(\.isShuffled) == [false, true])
    #expect(block.outputShape == [10, 14, 1])
    #expect(block.convolutions[1].macs == 10 * 14 * 8)
    let signatures = try model.prepared().signatures
    #expect(signatures.values.map(\.outputShape) == [[1, 10, 14, 1]])
  }

  @Test(
    "It equals LiteRT to the last bit on any number of threads", .only(.fusedProducts), arguments: [1, 2, 3],
    [false, true])
  func equalsRuntime(threadCount: Int, half: Bool) throws {
    let model = try ParsedModel(Self.sample(half: half).data)
    let changed = try model.prepared(threads: threadCount)
    #expect(try ParsedModel(changed.bytes).operators.map(\.count) == [1])
    let ours = try CompiledModel.output(changed.bytes, changed.kernels)
    #expect(try ours == CompiledModel.output(model.data, []))
    #expect(Set(ours).count > 100)
  }

  @Test("What follows it starts a block of its own, which may join its run")
  func follower() throws {
    var sample = Self.sample()
    let result = Int32(sample.tensors.count)
    sample.addConstant([8, 1, 1, 1], Self.noise(8, seed: 5))
    sample.addConstant([8], Self.noise(8, seed: 6))
    sample.addTensor([1, 10, 14, 8])
    sample.addOperator(.convolution, [7, result, result + 1], result + 2, options: Self.steps)
    sample.outputs = [result + 2]
    let model = try ParsedModel(sample.data)
    let blocks = try model.fusedConvolutions()
    #expect(blocks.map(\.block.convolutions.count) == [2, 1])
    let changed = try model.prepared(threads: 2)
    let ours = try CompiledModel.output(changed.bytes, changed.kernels)
    let (values, expected) = try (ours, CompiledModel.output(model.data, []))
    #expect(zip(values, expected).allSatisfy { abs(Float(bitPattern: $0) - Float(bitPattern: $1)) < 1e-5 })
  }

  @Test("Other strides, windows and numbers of channels are left to the runtime", arguments: 0..<3)
  func others(number: Int) throws {
    let sample =
      switch number {
      case 0: Self.sample(settings: [1, 1, 1], size: (5, 7))
      case 1: Self.sample(channels: 2)
      default: Self.sample(window: 3)
      }
    #expect(try ParsedModel(sample.data).fusedConvolutions().map(\.block.convolutions.count) == [1])
  }

  private static let steps: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1)]

  private static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return generator.floats(count).bytes()
  }

  /// The end of a segmenter:
  ///
  ///     0 ── CONV_2D (1, 2) ── 3 ── Convolution2DTransposeBias (4, 5) ── 7 (output 0)
  private static func sample(
    settings: [Int32] = [1, 2, 2], size: (Int32, Int32) = (10, 14), channels: Int32 = 1, window: Int32 = 2,
    half: Bool = false
  ) -> GraphSample {
    var sample = GraphSample()
    sample.codeNames = [.less: "Convolution2DTransposeBias"]
    sample.addTensor([1, 5, 7, 16])
    sample.addConstant([8, 1, 1, 16], noise(128, seed: 1))
    sample.addConstant([8], noise(8, seed: 2))
    sample.addTensor([1, 5, 7, 8])
    let count = Int(channels * window * window * 8)
    sample.addConstant([channels, window, window, 8], noise(count, seed: 3))
    sample.addConstant([channels], noise(Int(channels), seed: 4))
    sample.addTensor([1, 5, 7, 8])
    sample.addTensor([1, size.0, size.1, channels])
    sample.outputs = [7]
    sample.addOperator(.convolution, [0, 1, 2], 3, options: steps)
    sample.addOperator(.less, [3, 4, 5], 7)
    sample.operators[1][5] = .bytes(settings.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } })
    if half { sample.storeHalf(4, (0..<count).map { Float($0 % 17) / 16 - 0.5 }) }
    return sample
  }
}
