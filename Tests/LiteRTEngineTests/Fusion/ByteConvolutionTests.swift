import TestSupport
import Testing
import VisionCore
import VisionInference

@testable import LiteRTEngine
@testable import VisionModels

@Suite("int8 and uint8 convolutions that our kernels can replace")
struct ByteConvolutionTests {
  @Test(
    "Shape, quantization, weights and biases are read, of uint8 and of int8",
    arguments: [true, false])
  func read(isSigned: Bool) throws {
    let blocks = try ParsedModel(ByteModel(isSigned: isSigned).graph.data).fusedConvolutions()
    let block = try #require(blocks.first?.block)
    #expect(blocks.count == 1 && block.isQuantized)
    #expect(block.macs == MACs(byte: 36 * 4 * 8 + 9 * 9 * 8))
    try #require(block.convolutions.count == 2)
    let shapes = block.convolutions.map(\.shape)
    #expect(shapes.map(\.input) == [SpatialSize(height: 6, width: 6), SpatialSize(height: 6, width: 6)])
    #expect(shapes.map(\.output) == [SpatialSize(height: 6, width: 6), SpatialSize(height: 3, width: 3)])
    #expect(shapes.map { [$0.inputs, $0.outputs, $0.window, $0.stride] } == [[4, 8, 1, 1], [8, 8, 3, 2]])
    #expect(block.convolutions.map(\.isDepthwise) == [false, true])
    let found = Self.constants(block)
    let (dense, depthwise) = (found[0], found[1])
    #expect(found.allSatisfy { $0.isSigned == isSigned && $0.biases == ByteModel.biases })
    // As unsigned bytes the zeros are the same in both models.
    #expect(
      [dense.inputZeroPoint, dense.outputZeroPoint, depthwise.inputZeroPoint, depthwise.outputZeroPoint] == [
        20, 10, 10, 30,
      ])
    #expect(found.map(\.weightZeroPoint) == (isSigned ? [128, 128] : [117, 90]))
    let flip: UInt8 = isSigned ? 0x80 : 0
    #expect(dense.unsignedWeights == ByteModel.weights.map { $0 ^ flip })
    let steps = isSigned ? (1...8).map { Float($0) / 8 } : [Float](repeating: 0.5, count: 8)
    #expect(dense.scales == steps.map { 0.25 * $0 / 0.5 })
    #expect(depthwise.scales == steps.map { 0.5 * $0 / 1 })
    #expect(found.allSatisfy { $0.bounds == 0...255 })
  }

  @Test("Activation bounds are quantized to the output's scale, rounded to nearest", arguments: [true, false])
  func bounds(isSigned: Bool) throws {
    let model = try ParsedModel(ByteModel(isSigned: isSigned, activation: 3).graph.data)
    let found = Self.constants(try #require(model.fusedConvolutions().first?.block))
    // 0 to 6 in steps of a half above byte 10, and of 1 above byte 30.
    #expect(found.map(\.bounds) == [10...22, 30...36])
  }

  @Test("Other quantizations are left to the runtime")
  func others() throws {
    typealias Change = (inout GraphSample) -> Void
    let quantization = TFLiteSchema.Tensor.quantization.slot
    let changes: [(String, Change)] = [
      (
        "a scale for each slice of a result",
        { $0.tensors[3][quantization] = .table([2: .floats([1, 2]), 3: .longs([0, 0])]) }
      ),
      ("no scale", { $0.tensors[0][quantization] = nil }),
      ("a scale below 0", { $0.tensors[0][quantization] = .table([2: .floats([-1]), 3: .longs([0])]) }),
      ("a byte of 0 beyond the bytes", { $0.tensors[0][quantization] = .table([2: .floats([1]), 3: .longs([300])]) }),
      ("weights of which byte 0 is 0", { $0.tensors[1][quantization] = .table([2: .floats([1]), 3: .longs([0])]) }),
      (
        "a product far larger than the result's steps",
        {
          $0.tensors[3][quantization] = .table([2: .floats([1e-6]), 3: .longs([10])])
        }
      ),
      ("signed weights", { $0.tensors[1][1] = .uint8(TensorElementType.int8.rawValue) }),
      ("biases of other numbers", { $0.tensors[2][1] = .uint8(TensorElementType.uint32.rawValue) }),
      ("weights of another size", { $0.buffers[1].removeLast() }),
      ("an input of another size", { $0.tensors[0][0] = .ints([1, 6, 6, 3]) }),
      ("several pictures", { $0.tensors[0][0] = .ints([2, 6, 6, 4]) }),
    ]
    for (name, change) in changes {
      var sample = ByteModel(isSigned: false)
      change(&sample.graph)
      let first = try ParsedModel(sample.graph.data).fusedConvolutions().first
      #expect(first?.use.index != 0, "\(name)")
      #expect(first?.block.convolutions.count != 2, "\(name)")
    }
  }

  @Test("Scales along a dimension other than the output channels are left to the runtime")
  func otherDimension() throws {
    var sample = ByteModel(isSigned: true)
    let scales = FlatBufferValue.floats([Float](repeating: 1, count: 8))
    sample.graph.tensors[4][TFLiteSchema.Tensor.quantization.slot] = .table([
      2: scales, 3: .longs([Int64](repeating: 0, count: 8)), 6: .int32(1),
    ])
    #expect(try ParsedModel(sample.graph.data).fusedConvolutions().map(\.block.convolutions.count) == [1])
  }

  @Test("A QUANTIZE operator in front that only changes the type is the kernels' work", arguments: [true, false])
  func otherInput(isSigned: Bool) throws {
    var sample = ByteModel(isSigned: isSigned)
    sample.quantizeInput(scale: 0.25, zero: isSigned ? 20 : -108)
    let model = try ParsedModel(sample.graph.data)
    let (use, block) = try #require(model.fusedConvolutions().first)
    #expect(use.inputs == sample.graph.inputs)
    #expect(block.inputType == (isSigned ? .uint8 : .int8) && block.outputType == (isSigned ? .int8 : .uint8))
    let prepared = try model.prepared()
    #expect(try ParsedModel(prepared.bytes).operators.map(\.name) == [use.name])
    let ours = try CompiledModel.output(prepared.bytes, prepared.kernels)
    // The same numbers, in the convolution's own type.
    let own = try ParsedModel(ByteModel(isSigned: isSigned).graph.data).prepared()
    #expect(try ours == CompiledModel.output(own.bytes, own.kernels, flipping: 0x80))
    #expect(Set(ours).count > 2)
  }

  @Test("A QUANTIZE operator stays where something else reads its result, or where its input is a constant")
  func otherReader() throws {
    var sample = ByteModel(isSigned: true)
    sample.quantizeInput(scale: 0.25, zero: 20)
    let quantized = sample.graph
    sample.graph.outputs.append(0)
    let model = try ParsedModel(sample.graph.data)
    let use = try #require(model.fusedConvolutions().first?.use)
    #expect(use.inputs == sample.graph.inputs)
    #expect(try ParsedModel(model.prepared().bytes).operators.map(\.name) == ["QUANTIZE", use.name])
    var constant = quantized
    constant.tensors[Int(quantized.inputs[0])][2] = .uint32(UInt32(constant.buffers.count))
    constant.buffers.append([UInt8](repeating: 7, count: 144))
    constant.inputs = []
    #expect(try ParsedModel(constant.data).fusedConvolutions().map(\.use.inputs) == [[0]])
  }

  @Test("A QUANTIZE operator that changes numbers is left to the runtime", arguments: [(0.5, 20), (0.25, 21)])
  func otherNumbers(scale: Float, zero: Int64) throws {
    var sample = ByteModel(isSigned: true)
    sample.quantizeInput(scale: scale, zero: zero)
    let (use, block) = try #require(try ParsedModel(sample.graph.data).fusedConvolutions().first)
    #expect(use.inputs == [0] && block.inputType == .int8)
  }

  @Test(
    "All of the published models' are found",
    .needs(.shared),
    arguments: [("efficientdet_lite0_int8.tflite", 182), ("ssd_mobilenet_v1_coco_quant.tflite", 47)])
  func published(file: String, count: Int) throws {
    let model = try ParsedModel(ModelData(contentsOfFile: SharedFolder.model(file)))
    let blocks = try model.fusedConvolutions()
    #expect(blocks.reduce(0) { $0 + $1.block.convolutions.count } == count)
    let changed = try ParsedModel(
      model.eliminatingDeadOutputs(
        keeping: Array(model.outputs.indices), applying: GraphChanges(customOperators: blocks.map(\.use))))
    #expect(!changed.operators.contains { $0.name == "DEPTHWISE_CONV_2D" || $0.name == "CONV_2D" })
    #expect(try blocks.reduce(0) { $0 + $1.block.macs.byte } == model.macs().byte)
    print("\(file): \(count) convolutions in \(blocks.count) blocks")
  }

  private static func constants(_ block: FusedConvolution) -> [QuantizedConstants] {
    block.convolutions.compactMap { if case .quantized(let constants) = $0.kind { constants } else { nil } }
  }
}
