import TestSupport
import Testing
import VisionCore
import VisionInference
import VisionModels

@testable import LiteRTEngine

@Suite("Input channels that are the same for all pixels")
struct UniformChannelsTests {
  @Test(
    "Their products are summed once; results equal LiteRT's to the last bit on any number of threads",
    .only(.x86), arguments: [1, 2, 3], [false, true])
  func equalsRuntime(threadCount: Int, isHalf: Bool) throws {
    for outputs in [5, 24, 64] as [Int32] {
      let model = try ParsedModel(Self.sample(outputs: outputs, isHalf: isHalf).data)
      let changed = try model.prepared(threads: threadCount)
      // 16-bit weights have an operator before the others.
      let names = isHalf ? ["MEAN", "VisionBlock2", "VisionBlock6"] : ["MEAN", "VisionBlock1", "VisionBlock5"]
      #expect(try ParsedModel(changed.bytes).operators.map(\.name) == names)
      let ours = try CompiledModel.output(changed.bytes, changed.kernels)
      #expect(try ours == CompiledModel.output(model.data, []), "\(outputs)")
      #expect(Set(ours).count > 7)
      let copy = changed.copy(threads: ThreadBudget(threadCount: threadCount, within: nil))
      #expect(try CompiledModel.output(copy.bytes, copy.kernels) == ours)
    }
  }

  @Test("With reduced precision results differ by less than a hundredth of their range", .only(.x86))
  func reduced() throws {
    let model = try ParsedModel(Self.sample(outputs: 64).data)
    let (exact, reduced) = (try model.prepared(threads: 2), try model.prepared(threads: 2, precision: .reduced))
    let (expected, found) = (
      try CompiledModel.output(exact.bytes, exact.kernels), try CompiledModel.output(reduced.bytes, reduced.kernels)
    )
    let differences = zip(expected, found).map { abs(Float(bitPattern: $0) - Float(bitPattern: $1)) }
    print("Largest difference with reduced precision: \(differences.max() ?? .nan)")
    #expect(differences.max() ?? 1 < 0.05)
  }

  @Test("They are not counted for every pixel, and the convolution before is in the same block")
  func block() throws {
    let blocks = try ParsedModel(Self.sample().data).fusedConvolutions()
    #expect(blocks.map(\.block.convolutions.count) == [1, 2])
    #expect(blocks.map(\.use.inputs) == [[10], [0, 3]])
    let last = try #require(blocks.last?.block)
    #expect(last.secondTensor == [1, 1, 1, 16] && last.sum == nil && !last.hasResidual)
    // 35 pixels: of 8 to 24 channels before, of 24 to 24; and 16 to 24 once.
    #expect(last.macs.float == 35 * (8 * 24 + 24 * 24) + 16 * 24)
    #expect(last.runtimeMACs == 35 * (8 * 24 + 40 * 24))
  }

  @Test("Other concatenations are left to the runtime")
  func others() throws {
    let changes: [(name: String, change: (inout GraphSample) -> Void)] = [
      ("of other dimensions", { $0.operators[4][4] = .table([0: .int32(2)]) }),
      ("with an activation", { $0.operators[4][4] = .table([0: .int32(3), 1: .uint8(1)]) }),
      ("with another reader", { $0.outputs.append(9) }),
      ("the pixel behind the image", { $0.operators[4][1] = .ints([8, 5]) }),
      ("of several pixels", { for tensor in [0, 3] { $0.tensors[tensor][0] = .ints([1, 5, 1, 16]) } }),
      ("of the pixel alone", { $0.operators[4][1] = .ints([5, 5]) }),
    ]
    for (name, change) in changes {
      var sample = Self.sample()
      change(&sample)
      let convolutions = try ParsedModel(sample.data).fusedConvolutions().flatMap(\.block.convolutions)
      #expect(convolutions.allSatisfy { $0.uniform == nil }, "\(name)")
    }
    let found = try ParsedModel(Self.sample().data).fusedConvolutions().flatMap(\.block.convolutions)
    #expect(found.map { $0.uniform?.count } == [nil, nil, 16])
  }

  /// The mean of all pixels, joined to an image of 5 × 7 pixels, as in DeepLab:
  ///
  ///     0 ─┬─ MEAN (14) ── 10 ── CONV_2D (1, 2) ── 3 ── RESIZE_BILINEAR (4) ── 5 ─┐
  ///        └───────────────────── CONV_2D (6, 7) ── 8 ── CONCATENATION ───────────┴─ 9 ── CONV_2D (11, 12) ── 13 (output 0)
  private static func sample(outputs: Int32 = 24, isHalf: Bool = false) -> GraphSample {
    var generator = SeededGenerator(seed: 5)
    var sample = GraphSample()
    // As exact in 16 bits.
    let weights = generator.floats(40 * outputs).map { ($0 * 64).rounded() / 64 }
    sample.addTensor([1, 5, 7, 8])
    sample.addConstant([16, 1, 1, 8], generator.floats(128).bytes())
    sample.addConstant([16], generator.floats(16).bytes())
    sample.addTensor([1, 1, 1, 16])
    sample.addConstant([2], type: .int32, [5, 0, 0, 0, 7, 0, 0, 0])
    sample.addTensor([1, 5, 7, 16])
    sample.addConstant([24, 1, 1, 8], generator.floats(192).bytes())
    sample.addConstant([24], generator.floats(24).bytes())
    sample.addTensor([1, 5, 7, 24])
    sample.addTensor([1, 5, 7, 40])
    sample.addTensor([1, 1, 1, 8])
    sample.addConstant([outputs, 1, 1, 40], weights.bytes())
    sample.addConstant([outputs], generator.floats(outputs).bytes())
    sample.addTensor([1, 5, 7, outputs])
    sample.addConstant([2], type: .int32, [1, 0, 0, 0, 2, 0, 0, 0])
    sample.outputs = [13]
    let steps: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1)]
    sample.addOperator(.mean, [0, 14], 10, options: [0: .uint8(1)])
    sample.addOperator(.convolution, [10, 1, 2], 3, options: steps)
    sample.addOperator(.resizeBilinear, [3, 4], 5, options: [:])
    sample.addOperator(.convolution, [0, 6, 7], 8, options: steps)
    sample.addOperator(.concatenation, [5, 8], 9, options: [0: .int32(3)])
    sample.addOperator(.convolution, [9, 11, 12], 13, options: steps.merging([3: .uint8(1)]) { $1 })
    if isHalf { sample.storeHalf(11, weights) }
    return sample
  }
}
