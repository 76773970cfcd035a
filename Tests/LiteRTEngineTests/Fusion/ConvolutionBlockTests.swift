import TestSupport
import Testing

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Convolutions fused into blocks")
struct ConvolutionBlockTests {
  @Test("Convolutions are fused while no other operator reads the tensor between them")
  func chain() throws {
    let model = try ParsedModel(GraphSample.channels().data)
    let blocks = try model.fusedConvolutions()
    // Expansion and depthwise convolution; their result has two readers.
    #expect(blocks.map(\.block.convolutions.count) == [2, 1, 1])
    #expect(blocks[0].block.inputShape == [4, 4, 2])
    #expect(blocks[0].block.outputShape == [4, 4, 32])
    #expect(blocks.allSatisfy { $0.block.sum == nil && $0.block.alpha == nil })
    let changed = try ParsedModel(
      model.eliminatingDeadOutputs(keeping: [0, 1], applying: GraphChanges(customOperators: blocks.map(\.use))))
    #expect(changed.operators.map(\.name) == blocks.map(\.use.name))
    #expect(blocks.reduce(0) { $0 + $1.block.macs.float } == (try model.macs().float))
  }

  @Test("A tensor between two convolutions that is a model output ends the block")
  func outputBetween() throws {
    var sample = GraphSample.channels()
    sample.outputs = [3, 11, 14]
    #expect(try ParsedModel(sample.data).fusedConvolutions().map(\.block.convolutions.count) == [1, 1, 1, 1])
  }

  @Test("Shape, bounds, weights and biases of a dense convolution are read")
  func dense() throws {
    let found = try #require(ParsedModel(GraphSample.channels(half: true).data).dense().first).convolution
    #expect(found.shape.input == SpatialSize(height: 4, width: 4))
    #expect(found.shape.output == found.shape.input)
    #expect([found.shape.inputs, found.shape.outputs, found.shape.window, found.shape.stride] == [2, 32, 1, 1])
    #expect(found.shape.padding == SpatialSize(height: 0, width: 0))
    #expect(found.bounds == 0...6)
    #expect(found.weights.floats == GraphSample.Channels.expansion)
    #expect(found.biases == GraphSample.Channels.expansionBiases)
    #expect(found.macs == 16 * 32 * 2)
  }

  @Test("A residual sum with the block's input, and the PReLU after it, are part of the block")
  func residual() throws {
    let model = try ParsedModel(GraphSample.residual().data)
    let blocks = try model.fusedConvolutions()
    let (use, block) = try #require(blocks.first)
    #expect(blocks.count == 1)
    #expect(block.convolutions.count == 2)
    #expect(block.sum == 0...6)
    #expect(block.alpha == GraphSample.Residual.alpha)
    let changed = try ParsedModel(
      model.eliminatingDeadOutputs(keeping: [0], applying: GraphChanges(customOperators: [use])))
    #expect(changed.operators.map(\.name) == [use.name])
  }

  @Test("PReLU within a block, a residual of its own and RELU operators are part of it, also with an open batch")
  func bottleneck() throws {
    let model = try ParsedModel(GraphSample.bottleneck().data)
    let blocks = try model.fusedConvolutions()
    let (use, block) = try #require(blocks.first)
    #expect(blocks.count == 1)
    #expect(block.convolutions.map(\.alpha) == [GraphSample.Residual.alpha, nil, nil])
    #expect(use.inputs == [0, 12] && block.hasResidual)
    #expect(block.sum == 0...Float.infinity && block.alpha == nil)
    let changed = try ParsedModel(
      model.eliminatingDeadOutputs(keeping: [0], applying: GraphChanges(customOperators: [use])))
    #expect(changed.operators.map(\.name) == [use.name])
  }

  @Test("RELU after a convolution bounds it; after bounds of its own, and for a second reader, it stays")
  func relu() throws {
    var sample = GraphSample.bottleneck()
    sample.operators[1] = sample.operators[5].merging([1: .ints([3]), 2: .ints([5])]) { $1 }
    let blocks = try ParsedModel(sample.data).fusedConvolutions()
    #expect(blocks.count == 1)
    #expect(try ParsedModel(sample.data).dense().map(\.convolution.bounds.lowerBound) == [0, -.infinity])
    // Bounds of 0 to 6 before it.
    sample.operators[0][4] = .table([1: .int32(1), 2: .int32(1), 3: .uint8(3)])
    #expect(try ParsedModel(sample.data).fusedConvolutions().map(\.block.convolutions.count) == [1, 2])
    sample.operators[0][4] = .table([1: .int32(1), 2: .int32(1)])
    sample.outputs = [14, 3]
    #expect(try ParsedModel(sample.data).fusedConvolutions().map(\.block.convolutions.count) == [1, 2])
  }

  @Test("Of two convolutions whose results are added, the first takes the sum, and the other is its residual")
  func sumOfTwo() throws {
    var sample = GraphSample.bottleneck()
    sample.addTensor([1, 4, 4, 8])
    sample.addOperator(.convolution, [12, 1, 2], 15, options: [1: .int32(1), 2: .int32(1)])
    sample.operators.insert(sample.operators.removeLast(), at: 0)
    sample.operators[5][1] = .ints([15, 11])
    let model = try ParsedModel(sample.data)
    let blocks = try model.fusedConvolutions()
    #expect(blocks.map(\.use.inputs) == [[12, 11], [0]])
    let changed = try ParsedModel(
      model.eliminatingDeadOutputs(keeping: [0], applying: GraphChanges(customOperators: blocks.map(\.use))))
    #expect(changed.operators.map(\.count) == [1, 1])
  }

  @Test("A PReLU with one alpha for all channels, and a sum with another tensor, are left to the runtime")
  func otherClosings() throws {
    let model = try ParsedModel(GraphSample.residual(alpha: [0.5]).data)
    let (use, block) = try #require(model.fusedConvolutions().first)
    #expect(block.sum != nil && block.alpha == nil)
    let changed = try ParsedModel(
      model.eliminatingDeadOutputs(keeping: [0], applying: GraphChanges(customOperators: [use])))
    #expect(changed.operators.map(\.name) == [use.name, "PRELU"])

    var sample = GraphSample.residual()
    // The sum of the result with itself.
    sample.operators[2][1] = .ints([6, 6])
    let blocks = try ParsedModel(sample.data).fusedConvolutions()
    #expect(blocks.map(\.block.convolutions.count) == [2])
    #expect(blocks[0].block.sum == nil && blocks[0].block.alpha == nil)
  }

  @Test("A damaged model whose convolution reads its own result is left as it is")
  func circle() throws {
    var sample = GraphSample.residual()
    sample.operators[1][1] = .ints([6, 4, 5])
    sample.operators[2][1] = .ints([0, 0])
    #expect(try ParsedModel(sample.data).fusedConvolutions().isEmpty)
  }

  @Test("Dilation, unequal strides and other activation functions are left to the runtime")
  func others() throws {
    let steps: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1)]
    for changed: [Int: FlatBufferValue] in [
      [4: .int32(2)], [2: .int32(2)], [3: .uint8(4)], [1: .int32(0), 2: .int32(0)],
    ] {
      var sample = GraphSample.channels()
      sample.operators[0][4] = .table(steps.merging(changed) { $1 })
      #expect(try ParsedModel(sample.data).dense().count == 2, "\(changed)")
    }
    var sample = GraphSample.channels()
    sample.operators[0][1] = .ints([0, 1, -1])
    #expect(try ParsedModel(sample.data).dense().count == 2)
  }

  @Test("Images larger than the memory are left to the runtime")
  func large() throws {
    var sample = GraphSample.channels()
    for (tensor, channels) in [(0, 2), (3, 32), (6, 32), (11, 3), (14, 2)] as [(Int, Int32)] {
      sample.tensors[tensor][0] = .ints([1, 4096, 4096, channels])
    }
    #expect(try ParsedModel(sample.data).fusedConvolutions().isEmpty)
  }
}
