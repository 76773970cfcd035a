import Testing
import VisionErrors

@testable import VisionModels

@Suite("Convolutions that come before the enlarging of their data")
struct EarlyConvolutionTests {
  @Test("The two change places, after the weights are ready, with the tensor between in the small extents")
  func changed() throws {
    let model = try TFLiteModel(GraphSample.resize().data)
    let simple = try TFLiteModel(model.simplified())
    let graph = try GraphContents(simple.data)
    #expect(
      graph.operators == [
        .init(name: "DEQUANTIZE", inputs: [6], outputs: [3]), .init(name: "CONV_2D", inputs: [0, 3, 4], outputs: [2]),
        .init(name: "RESIZE_BILINEAR", inputs: [2, 1], outputs: [5]),
      ])
    #expect(try graph.shape(2) == [1, 3, 3, 8])
    #expect(try graph.shape(5) == [1, 6, 6, 8])
    #expect(simple.inputs == model.inputs && simple.outputs == model.outputs)
    #expect(try model.multiplyAdds().float == 36 * 8 * 4)
    #expect(try simple.multiplyAdds().float == 9 * 8 * 4)
    #expect(try simple.simplified().array == simple.data.array)
    #expect(try model.simplified(by: .constantChannels).array == model.data.array)
  }

  @Test("A convolution without biases, and one whose result an operator reads, change as well")
  func others() throws {
    var sample = GraphSample.resize()
    sample.operators[2][1] = .ints([2, 3])
    sample.addTensor([1, 6, 6, 8])
    sample.addOperator(.add, [5, 5], 7)
    sample.outputs = [7, 5]
    let graph = try GraphContents(TFLiteModel(sample.data).simplified())
    #expect(graph.operators.map(\.name) == ["DEQUANTIZE", "CONV_2D", "RESIZE_BILINEAR", "ADD"])
    #expect(graph.operators[1].inputs == [0, 3])
  }

  @Test("Two after one another both change")
  func two() throws {
    var sample = GraphSample.resize()
    sample.addConstant([2], type: .int32, [9, 0, 0, 0, 9, 0, 0, 0])
    sample.addTensor([1, 9, 9, 8])
    sample.addConstant([2, 1, 1, 8], [Float](repeating: 1, count: 16).bytes())
    sample.addTensor([1, 9, 9, 2])
    sample.addOperator(.resize, [5, 7], 8)
    sample.addOperator(.convolution, [8, 9], 10, options: [1: .int32(1), 2: .int32(1)])
    sample.outputs = [10]
    let graph = try GraphContents(TFLiteModel(sample.data).simplified())
    #expect(
      graph.operators.map(\.name) == ["DEQUANTIZE", "CONV_2D", "RESIZE_BILINEAR", "CONV_2D", "RESIZE_BILINEAR"])
    #expect(graph.operators.map(\.outputs) == [[3], [2], [5], [8], [10]])
    #expect(try graph.shape(8) == [1, 6, 6, 2])
  }

  @Test(
    "Constant channels come first: a convolution that loses some keeps its place")
  func both() throws {
    var sample = GraphSample.channels()
    // 0 is an enlarged tensor now.
    sample.addTensor([1, 2, 2, 2])
    sample.addConstant([2], type: .int32, [4, 0, 0, 0, 4, 0, 0, 0])
    sample.addOperator(.resize, [15, 16], 0)
    sample.operators.insert(sample.operators.removeLast(), at: 0)
    sample.operators[1][4] = .table([1: .int32(1), 2: .int32(1)])
    sample.inputs = [15]
    sample.buffers[3] = [Float](repeating: 0, count: 9 * 32).bytes()
    let graph = try GraphContents(TFLiteModel(sample.data).simplified())
    #expect(graph.operators.map(\.name).prefix(2) == ["RESIZE_BILINEAR", "CONV_2D"])
    #expect(try graph.shape(3) == [1, 4, 4, 16])
    #expect(try graph.shape(0) == [1, 4, 4, 2])
  }

  /// A change after which the two stay where they are.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout GraphSample) -> Void

    /// Other settings of the convolution.
    static func options(_ text: String, _ slot: Int, _ value: FlatBufferValue) -> Refusal {
      let options: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1), 3: .uint8(0), 4: .int32(1), 5: .int32(1)]
      return Refusal(testDescription: text) { $0.operators[2][4] = .table(options.merging([slot: value]) { $1 }) }
    }
  }

  @Test(
    "Other pairs stay as they are",
    arguments: [
      .options("an activation function", 3, .uint8(1)), .options("steps of two rows", 2, .int32(2)),
      .options("steps of two columns", 1, .int32(2)), .options("a spread window", 4, .int32(2)),
      Refusal(testDescription: "the picture gets smaller") { $0.tensors[0][0] = .ints([1, 9, 9, 4]) },
      Refusal(testDescription: "the picture stays as large") { $0.tensors[0][0] = .ints([1, 6, 6, 4]) },
      Refusal(testDescription: "a window of several pixels") {
        $0.tensors[3][0] = .ints([8, 1, 2, 4])
        $0.tensors[6][0] = .ints([8, 1, 2, 4])
      },
      Refusal(testDescription: "groups of channels") { $0.tensors[3][0] = .ints([8, 1, 1, 2]) },
      Refusal(testDescription: "the enlarged picture is an output") { $0.outputs.append(2) },
      Refusal(testDescription: "another operator reads the enlarged picture") {
        $0.addTensor([1, 6, 6, 4])
        $0.addOperator(.add, [2, 2], 7)
      },
      Refusal(testDescription: "the enlarged picture is the weights") { $0.operators[2][1] = .ints([3, 2, 4]) },
      Refusal(testDescription: "bytes") { for tensor in [0, 2, 5] { $0.tensors[tensor][1] = .uint8(9) } },
      Refusal(testDescription: "weights of bytes") { $0.tensors[3][1] = .uint8(9) },
      Refusal(testDescription: "extents that only a run knows") { $0.tensors[2][7] = .ints([-1, 6, 6, 4]) },
      Refusal(testDescription: "control flow") { $0.subgraphCount = 2 },
    ])
  func refused(_ refusal: Refusal) throws {
    var sample = GraphSample.resize()
    refusal.change(&sample)
    #expect(try TFLiteModel(sample.data).simplified().array == sample.data.array)
  }
}
