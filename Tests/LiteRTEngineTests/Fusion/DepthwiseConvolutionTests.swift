import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Depthwise convolutions that our kernels can replace")
struct DepthwiseConvolutionTests {
  @Test(
    "Shape, padding, bounds, weights and biases are read, stored as float16 or float32", arguments: [true, false])
  func read(half: Bool) throws {
    var sample = DepthwiseModel()
    sample.storesHalf = half
    let found = try ParsedModel(sample.data).depthwise()
    let convolution = try #require(found.first?.convolution)
    #expect(found.count == 1)
    #expect(convolution.shape.input == .init(height: 6, width: 6))
    #expect(convolution.shape.output == .init(height: 3, width: 3))
    #expect(convolution.shape.outputs == 8)
    #expect(convolution.shape.window == 3)
    #expect(convolution.shape.stride == 2)
    #expect(convolution.bounds == 0...6)
    #expect(convolution.weights == sample.weights)
    #expect(convolution.biases == sample.biases)
    #expect(convolution.macs == 3 * 3 * 8 * 9)
  }

  @Test("Padding to the same extent has the odd zero at the end; a PAD operator before becomes padding")
  func padding() throws {
    var sample = DepthwiseModel()
    #expect(try ParsedModel(sample.data).depthwise()[0].convolution.shape.padding == .init(height: 0, width: 0))
    sample.padding = .operatorBefore(top: 1, bottom: 0, left: 1, right: 0)
    let model = try ParsedModel(sample.data)
    let (use, convolution) = try model.depthwise()[0]
    #expect(convolution.shape.padding == .init(height: 1, width: 1))
    #expect(convolution.shape.input == .init(height: 6, width: 6))
    let names = try ParsedModel(
      model.eliminatingDeadOutputs(keeping: [0], applying: GraphChanges(customOperators: [use]))
    ).operators
      .map(\.name)
    #expect(names == [use.name], "the zeros are not written any more")
  }

  @Test("A PAD operator that others read stays, and the convolution reads its result")
  func sharedPad() throws {
    var sample = DepthwiseModel()
    sample.padding = .operatorBefore(top: 1, bottom: 0, left: 1, right: 0)
    sample.givesPadded = true
    let (use, convolution) = try ParsedModel(sample.data).depthwise()[0]
    #expect(convolution.shape.padding == .init(height: 0, width: 0))
    #expect(convolution.shape.input == .init(height: 7, width: 7))
    let names = try ParsedModel(
      ParsedModel(sample.data).eliminatingDeadOutputs(keeping: [0, 1], applying: GraphChanges(customOperators: [use]))
    ).operators.map(\.name)
    #expect(names == ["PAD", use.name])
  }

  @Test(
    "Other kinds are left to the runtime",
    arguments: [
      DepthwiseModel(channels: 4), DepthwiseModel(window: 7), DepthwiseModel(stride: 3), DepthwiseModel(activation: 4),
      DepthwiseModel(dilation: 2), DepthwiseModel(batch: 2), DepthwiseModel(output: 4),
      DepthwiseModel(isConstant: false),
      DepthwiseModel(padding: .operatorBefore(top: 3, bottom: 0, left: 0, right: 0)),
    ])
  func others(sample: DepthwiseModel) throws {
    #expect(try ParsedModel(sample.data).depthwise().isEmpty)
  }

  @Test("A convolution that the file says has no biases is left to the runtime")
  func withoutBiases() throws {
    var sample = GraphSample.channels()
    sample.operators[1][1] = .ints([3, 4, -1])
    #expect(try ParsedModel(sample.data).depthwise().isEmpty)
    #expect(try ParsedModel(GraphSample.channels().data).depthwise().count == 1)
  }

  @Test("The replaced operator is named, has one input, and the others and the outputs are as before")
  func replaced() throws {
    let model = try ParsedModel(DepthwiseModel().data)
    let use = try model.depthwise()[0].use
    let changed = try ParsedModel(
      model.eliminatingDeadOutputs(keeping: [0], applying: GraphChanges(customOperators: [use])))
    #expect(changed.outputs == model.outputs)
    #expect(changed.inputs == model.inputs)
    #expect(changed.operators.map(\.name) == [use.name])
    let root = try FlatBuffer(changed.data, identifier: "TFL3", what: "model").root
    let subgraph = try #require(try root.tables(TFLiteSchema.Model.subgraphs).first)
    let table = try #require(try subgraph.tables(TFLiteSchema.Subgraph.operators).first)
    #expect(try table.integers(TFLiteSchema.Operator.inputs, as: Int32.self) == use.inputs)
    #expect(try table.integers(TFLiteSchema.Operator.outputs, as: Int32.self) == [use.output])
    let codes = try root.tables(TFLiteSchema.Model.operatorCodes)
    #expect(
      try codes.map { try ParsedModel.name(of: $0) } == ["DEPTHWISE_CONV_2D", "DEQUANTIZE", "PAD", use.name])
    #expect(try codes.map { try $0.integer(TFLiteSchema.OperatorCode.version, absent: Int32(1)) } == [3, 1, 1, 1])
  }

  @Test(
    "All of the published models' are found",
    .needs(.shared),
    arguments: [
      ("hand_landmarker.task/hand_detector.tflite", 28),
      ("hand_landmarker.task/hand_landmarks_detector.tflite", 16),
      ("pose_landmarker_lite.task/pose_detector.tflite", 28),
      ("pose_landmarker_full.task/pose_landmarks_detector.tflite", 38),
    ])
  func published(path: String, count: Int) throws {
    let model = try ParsedModel.published(path)
    let found = try model.depthwise()
    #expect(found.count == count)
    let blocks = try model.fusedConvolutions()
    let sum = blocks.reduce(0) { $0 + $1.block.runtimeMACs }
    let changed = try ParsedModel(
      model.eliminatingDeadOutputs(
        keeping: Array(model.outputs.indices), applying: GraphChanges(customOperators: blocks.map(\.use))))
    #expect(try changed.macs().float + sum == model.macs().float)
    #expect(!changed.operators.contains { $0.name == "DEPTHWISE_CONV_2D" || $0.name == "CONV_2D" })
  }

  #if !(os(macOS) && arch(x86_64))
    @Test("float16 values are read as the compiler reads them")
    func halves() {
      let wrong = (0...UInt16.max).filter { bits in
        let expected = Float(Float16(bitPattern: bits))
        return expected.isFinite && Float(halfBits: bits).bitPattern != expected.bitPattern
      }
      #expect(wrong.isEmpty)
    }
  #endif
}
