import CVisionConvolution
import TestSupport
import Testing
import VisionCore
import VisionInference
import VisionModels

@testable import LiteRTEngine

@Suite("Blocks joined to runs")
struct BlockRunTests {
  @Test("Residuals with more channels, and of half the size by maxima, are part of blocks, and both blocks one run")
  func growing() throws {
    let model = try ParsedModel(Self.growing().data)
    let blocks = try model.fusedConvolutions()
    #expect(blocks.map(\.use.inputs) == [[0], [9]])
    #expect(
      blocks.map(\.block.residual) == [
        FusedResidual(channels: 8, isPooled: false), FusedResidual(channels: 12, isPooled: true),
      ])
    #expect(blocks.allSatisfy { $0.block.sum == 0...Float.infinity && !$0.block.hasResidual })
    #expect(try model.runs(of: blocks) == [[0, 1]])
    let plan = try KernelPlan(model, kernels: .always, options: .all(2))
    #expect(plan.operators.map(\.use.inputs) == [[0]])
    #expect(plan.operators.map(\.kernel.replaced.count) == [4])
  }

  @Test("A run equals LiteRT to the last bit on any number of threads", .only(.fusedProducts), arguments: [1, 2, 3])
  func equalsRuntime(threadCount: Int) throws {
    let model = try ParsedModel(Self.growing().data)
    let changed = try model.prepared(threads: threadCount)
    #expect(try ParsedModel(changed.bytes).operatorCount == 1)
    let ours = try CompiledModel.output(changed.bytes, changed.kernels)
    #expect(try ours == CompiledModel.output(model.data, []))
    #expect(ours.contains { $0 != 0 })
  }

  @Test("A tensor between blocks that something else reads ends the run")
  func secondReader() throws {
    var sample = Self.growing()
    sample.outputs.append(9)
    let model = try ParsedModel(sample.data)
    #expect(try model.runs(of: model.fusedConvolutions()) == [[0], [1]])
  }

  @Test("Maxima over other windows, and channels before the first, are inputs that the runtime computes")
  func otherResiduals() throws {
    var sample = Self.growing()
    // Windows of 3 x 3 pixels.
    sample.operators[7][4] = .table([1: .int32(2), 2: .int32(2), 3: .int32(3), 4: .int32(3)])
    let pooled = try ParsedModel(sample.data).fusedConvolutions()
    #expect(pooled.map(\.use.inputs) == [[0], [9, 17]])
    sample = Self.growing()
    sample.buffers[9] = [0, 0, 0, 0, 0, 0, 4, 0].flatMap(Self.bytes)
    #expect(try ParsedModel(sample.data).fusedConvolutions().map(\.use.inputs) == [[0, 7], [9]])
  }

  /// Two blocks as face detectors have them:
  ///
  ///     0 ─┬─ DEPTHWISE_CONV_2D (1, 2) ── 3 ── CONV_2D (4, 5) ── 6 ── ADD ── 8 ── RELU ── 9
  ///        └─ PAD (20) ── 7 ──────────────────────────────────────────┘
  ///     9 ─┬─ DEPTHWISE_CONV_2D (10, 11) ── 12 ── CONV_2D (13, 14) ── 15 ── ADD ── 18 ── RELU ── 19 (output 0)
  ///        └─ MAX_POOL_2D ── 16 ── PAD (21) ── 17 ───────────────────────────┘
  private static func growing() -> GraphSample {
    var generator = SeededGenerator(seed: 16)
    func noise(_ count: Int) -> [UInt8] { generator.floats(count).bytes() }
    var sample = GraphSample()
    for (inputs, outputs, size, small) in [(8, 12, 8, 8), (12, 20, 8, 4)] as [(Int32, Int32, Int32, Int32)] {
      if sample.tensors.isEmpty { sample.addTensor([1, size, size, inputs]) }
      sample.addConstant([1, 3, 3, inputs], noise(9 * Int(inputs)))
      sample.addConstant([inputs], noise(Int(inputs)))
      sample.addTensor([1, small, small, inputs])
      sample.addConstant([outputs, 1, 1, inputs], noise(Int(inputs * outputs)))
      sample.addConstant([outputs], noise(Int(outputs)))
      sample.addTensor([1, small, small, outputs])
      if small < size { sample.addTensor([1, small, small, inputs]) }
      for _ in 0..<3 { sample.addTensor([1, small, small, outputs]) }
    }
    for added in [4, 8] as [Int32] {
      sample.addConstant([4, 2], type: .int32, [0, 0, 0, 0, 0, 0, 0, added].flatMap(bytes))
    }
    sample.outputs = [19]
    let steps: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1)]
    let strides: [Int: FlatBufferValue] = [1: .int32(2), 2: .int32(2)]
    sample.addOperator(.depthwise, [0, 1, 2], 3, options: steps.merging([3: .int32(1)]) { $1 })
    sample.addOperator(.convolution, [3, 4, 5], 6, options: steps)
    sample.addOperator(.pad, [0, 20], 7, options: [:])
    sample.addOperator(.add, [7, 6], 8, options: [:])
    sample.addOperator(.relu, [8], 9)
    sample.addOperator(.depthwise, [9, 10, 11], 12, options: strides.merging([3: .int32(1)]) { $1 })
    sample.addOperator(.convolution, [12, 13, 14], 15, options: steps)
    sample.addOperator(.maximumPool, [9], 16, options: strides.merging([3: .int32(2), 4: .int32(2)]) { $1 })
    sample.addOperator(.pad, [16, 21], 17, options: [:])
    sample.addOperator(.add, [17, 15], 18, options: [:])
    sample.addOperator(.relu, [18], 19)
    return sample
  }

  private static func bytes(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }
}
