import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Channels that are 0 for every input")
struct DeadChannelsTests {
  private typealias Channels = GraphSample.Channels

  @Test(
    "They are removed down to a multiple of 16, and the readers' biases absorb them",
    arguments: [false, true], [false, true])
  func leftOut(half: Bool, pooled: Bool) throws {
    let model = try ParsedModel(GraphSample.channels(half: half, pooled: pooled).data)
    let simple = try ParsedModel(model.simplified())
    let graph = try GraphContents(simple.data)
    // Where the file has the numbers of 1, 2, 4, 5, 9 and 10.
    func stored(_ tensor: Int) -> Int { half ? [1: 15, 2: 16, 4: 17, 5: 18, 9: 19, 10: 20][tensor]! : tensor }

    #expect(try graph.floats(stored(1)) == Channels.kept.flatMap { Channels.expansion[2 * $0...2 * $0 + 1] })
    #expect(try graph.floats(stored(2)) == Channels.kept.map { Channels.expansionBiases[$0] })
    #expect(
      try graph.floats(stored(4)) == (0..<9).flatMap { tap in Channels.kept.map { Channels.window[32 * tap + $0] } })
    #expect(try graph.floats(stored(5)) == Channels.kept.map { Channels.windowBiases[$0] })
    #expect(
      try graph.floats(stored(9)) == (0..<3).flatMap { row in Channels.kept.map { Channels.first[32 * row + $0] } })
    #expect(try graph.floats(12) == Array(repeating: 1, count: 16) + Array(repeating: -1, count: 16))
    #expect(try graph.floats(stored(10)) == [10, 20, 30])
    #expect(try graph.floats(13) == [1, 1])

    for tensor in Set([1, stored(1)]) { #expect(try graph.shape(tensor) == [16, 1, 1, 2]) }
    for tensor in Set([2, stored(2), 5, stored(5)]) { #expect(try graph.shape(tensor) == [16]) }
    for tensor in Set([4, stored(4)]) { #expect(try graph.shape(tensor) == [1, 3, 3, 16]) }
    for tensor in [3, 6] { #expect(try graph.shape(tensor) == [1, 4, 4, 16]) }
    if pooled { #expect(try graph.shape(7) == [1, 16]) }
    for tensor in Set([9, stored(9)]) { #expect(try graph.shape(tensor) == (pooled ? [3, 16] : [3, 1, 1, 16])) }
    #expect(try graph.shape(12) == (pooled ? [2, 16] : [2, 1, 1, 16]))

    #expect(simple.inputs == model.inputs && simple.outputs == model.outputs)
    let before = try model.macs().float, after = try simple.macs().float
    #expect(before == (pooled ? 16 * 32 * (2 + 9) + 5 * 32 : 16 * 32 * (2 + 9 + 5)) && after * 2 == before)
    #expect(try simple.simplified().array == simple.data.array, "there is nothing more to gain")
  }

  @Test("A mapped file is changed in memory only, with the same results as a copy")
  func mapped() throws {
    let folder = try TemporaryFolder()
    let bytes = GraphSample.channels(half: true).data.array
    let file = try folder.write(
      Array(repeating: 0xBB, count: 5000) + bytes + Array(repeating: 0xAA, count: 9000), "model.tflite")
    let mapped = try ModelData(contentsOfFile: file).slice(5000..<5000 + bytes.count)
    let simple = try ParsedModel(ParsedModel(mapped).simplified())
    let copy = try ParsedModel(ParsedModel(ModelData(bytes)).simplified())
    #expect(simple.data.array == copy.data.array)
    func cut(_ model: ParsedModel) throws -> ModelData {
      try model.eliminatingDeadOutputs(
        keeping: [1], applying: GraphChanges(customOperators: model.fusedConvolutions().map(\.use)))
    }
    let (changed, expected) = (try cut(simple), try cut(copy))
    for data in [mapped, simple.data, changed] { data.releasePages() }
    #expect(changed.array == expected.array && simple.data.array == copy.data.array)
    #expect(mapped.array == bytes)
  }

  @Test("A shape's signature follows the shape")
  func signature() throws {
    var sample = GraphSample.channels()
    sample.tensors[3][7] = .ints([1, 4, 4, 32])
    sample.tensors[1][7] = .ints([32, 1, 1, 2])
    let graph = try GraphContents(ParsedModel(sample.data).simplified())
    #expect(try graph.signature(3) == [1, 4, 4, 16])
    #expect(try graph.signature(1) == [16, 1, 1, 2])
    #expect(try graph.signature(6).isEmpty)
  }

  @Test("Dead channels behind a 3 x 3 convolution of stride 2 are removed, too")
  func otherFirst() throws {
    var sample = GraphSample.channels()
    sample.tensors[0][0] = .ints([1, 8, 8, 2])
    sample.tensors[1][0] = .ints([32, 3, 3, 2])
    sample.buffers[1] = (0..<32).flatMap { [Float](repeating: $0 == 0 || $0 % 4 == 1 ? 0 : 1, count: 18) }.bytes()
    sample.operators[0][4] = .table([0: .uint8(0), 1: .int32(2), 2: .int32(2), 3: .uint8(3)])
    let graph = try GraphContents(ParsedModel(sample.data).simplified())
    #expect(try graph.shape(1) == [16, 3, 3, 2])
    #expect(try graph.floats(1) == [Float](repeating: 0, count: 18) + [Float](repeating: 1, count: 15 * 18))
    #expect(try graph.floats(10) == [10, 20, 30])
  }

  @Test("With 17 live channels 32 are kept")
  func tooFew() throws {
    var sample = GraphSample.channels()
    // 15 are constant without channels 0 and 1.
    sample.buffers[2] = [Float](Channels.expansionBiases.enumerated().map { $0.offset < 2 ? 1 : $0.element }).bytes()
    #expect(try ParsedModel(sample.data).simplified().array == sample.data.array)
    sample.buffers[2] = [Float](Channels.expansionBiases.enumerated().map { $0.offset < 1 ? 1 : $0.element }).bytes()
    #expect(try GraphContents(ParsedModel(sample.data).simplified()).shape(3) == [1, 4, 4, 16])
  }

  @Test("If all channels are dead, 16 are kept")
  func allConstant() throws {
    var sample = GraphSample.channels()
    sample.buffers[3] = [Float](repeating: -0.0, count: 9 * 32).bytes()
    #expect(try GraphContents(ParsedModel(sample.data).simplified()).shape(6) == [1, 4, 4, 16])
  }

  /// A change after which nothing can be left out, and whether the model ends in fully connected layers.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var pooled = false
    let change: @Sendable (inout GraphSample) -> Void
  }

  @Test(
    "Outputs, shared constants and NaNs are unchanged",
    arguments: [
      Refusal(testDescription: "the first convolution's result is an output") { $0.outputs.append(3) },
      Refusal(testDescription: "the channels are an output") { $0.outputs.append(6) },
      Refusal(testDescription: "the means are an output", pooled: true) { $0.outputs.append(7) },
      Refusal(testDescription: "weights are an output") { $0.outputs.append(9) },
      Refusal(testDescription: "another operator reads the first result") {
        $0.addTensor([1, 4, 4, 32])
        $0.addOperator(.add, [3, 3], 15)
      },
      Refusal(testDescription: "another kind of operator reads the channels") {
        $0.addTensor([1, 4, 4, 32])
        $0.addOperator(.add, [6, 0], 15)
      },
      Refusal(testDescription: "nobody reads the channels") { $0.operators.removeLast(2) },
      Refusal(testDescription: "two tensors have one buffer") { $0.tensors[12][2] = .uint32(6) },
      Refusal(testDescription: "the metadata has the weights' buffer") { $0.metadataBuffer = 1 },
      Refusal(testDescription: "two operators have the same biases") { $0.operators[1][1] = .ints([3, 4, 2]) },
      Refusal(testDescription: "the constant is not 0 and its window is not either") {
        $0.buffers[2] = [Float](repeating: 1, count: 32).bytes()
      },
      Refusal(testDescription: "an activation function that is no pair of bounds") {
        $0.operators[0][4] = .table([1: .int32(1), 2: .int32(1), 3: .uint8(4)])
      },
      Refusal(testDescription: "weights for groups of channels") { $0.tensors[0][0] = .ints([1, 4, 4, 4]) },
      Refusal(testDescription: "more results than channels") { $0.tensors[6][0] = .ints([1, 4, 4, 64]) },
      Refusal(testDescription: "a signature with an extent that only a run knows") {
        $0.tensors[3][7] = .ints([1, -1, 4, 32])
      },
      Refusal(testDescription: "fewer numbers than the shape asks for") { $0.buffers[3].removeLast(4) },
      Refusal(testDescription: "weights of bytes") { $0.tensors[1][1] = .uint8(9) },
      Refusal(testDescription: "a scale") { $0.tensors[1][4] = .table([2: .floats([0.5])]) },
      Refusal(testDescription: "weights without their zeros") { $0.tensors[1][6] = .table([:]) },
      Refusal(testDescription: "a variable") { $0.tensors[3][5] = .uint8(1) },
      Refusal(testDescription: "weights that the model is given") { $0.inputs.append(9) },
      Refusal(testDescription: "a reader without biases") { $0.operators[2][1] = .ints([6, 9, -1]) },
      Refusal(testDescription: "a reader of several pixels") {
        $0.tensors[12][0] = .ints([2, 1, 1, 32])
        $0.tensors[9][0] = .ints([1, 1, 3, 32])
        $0.tensors[10][0] = .ints([1])
        $0.tensors[11][0] = .ints([1, 4, 4, 1])
        $0.buffers[7].removeLast(8)
      },
      Refusal(testDescription: "a mean of channels", pooled: true) { $0.buffers[5] = [3, 0, 0, 0, 0, 0, 0, 0] },
      Refusal(testDescription: "means of the last dimension, counted from the end", pooled: true) {
        $0.buffers[5] = [1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
      },
      Refusal(testDescription: "weights in another order", pooled: true) {
        $0.operators[3][4] = .table([1: .uint8(1)])
      },
      Refusal(testDescription: "constants other than 0, which would be added in another order") {
        $0.buffers[4] = [Float](repeating: 1, count: 32).bytes()
      },
      Refusal(testDescription: "control flow") { $0.subgraphCount = 2 },
    ])
  func refused(_ refusal: Refusal) throws {
    var sample = GraphSample.channels(pooled: refusal.pooled)
    #expect(try ParsedModel(sample.data).simplified().array != sample.data.array)
    refusal.change(&sample)
    #expect(try ParsedModel(sample.data).simplified().array == sample.data.array)
  }

  @Test("A model without outputs, as one that gains nothing, stays as it is")
  func withoutOutputs() throws {
    var sample = GraphSample.channels()
    sample.outputs = []
    sample.operators = []
    #expect(try ParsedModel(sample.data).simplified().array == sample.data.array)
  }

  @Test("Tensors that are stored as one are refused")
  func sharedTable() throws {
    let sample = GraphSample.channels()
    var bytes = sample.data.array
    let root = try FlatBuffer(sample.data, identifier: "TFL3", what: "model").root
    let subgraph = try root.tables(TFLiteSchema.Model.subgraphs)[0]
    let list = try #require(try subgraph.reference(TFLiteSchema.Subgraph.tensors))
    // The tensor that nothing reads leads to the table of the first convolution's result.
    let target = try subgraph.tables(TFLiteSchema.Subgraph.tensors)[3].position
    withUnsafeBytes(of: UInt32(target - (list + 4 + 4 * 7)).littleEndian) {
      bytes.replaceSubrange(list + 4 + 4 * 7..<list + 8 + 4 * 7, with: $0)
    }
    let error = #expect(throws: TasksError.self) { try ParsedModel(ModelData(bytes)).simplified() }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("two places") == true)
  }
}
