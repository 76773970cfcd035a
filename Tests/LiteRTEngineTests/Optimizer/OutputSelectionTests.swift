import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Dropping outputs")
struct OutputSelectionTests {
  @Test("only the operators that the kept output needs remain", arguments: [(0, "ADD"), (1, "Fancy")])
  func oneOutput(index: Int, name: String) throws {
    let model = try ParsedModel(SampleModel().data)
    let pruned = try ParsedModel(model.eliminatingDeadOutputs(keeping: [index]))
    #expect(pruned.outputs == [model.outputs[index]])
    #expect(pruned.inputs == model.inputs)
    #expect(pruned.operators.map(\.name) == ["LOGISTIC", name])
  }

  @Test("outputs come in the order asked for")
  func order() throws {
    let model = try ParsedModel(SampleModel().data)
    let pruned = try ParsedModel(model.eliminatingDeadOutputs(keeping: [1, 0]))
    #expect(pruned.outputs.map(\.name) == ["scores", "boxes"])
    #expect(pruned.operatorCount == 3)
  }

  @Test("named outputs of signatures shrink with the outputs")
  func signatures() throws {
    let pruned = try ParsedModel(SampleModel().data).eliminatingDeadOutputs(keeping: [0])
    let signature = try #require(
      try FlatBuffer(pruned, identifier: "TFL3", what: "model").root.tables(TFLiteSchema.Model.signatures).first)
    let outputs = try signature.tables(TFLiteSchema.Signature.outputs)
    #expect(try outputs.map { try $0.text(0) } == ["output_1"])
    #expect(try outputs.map { try $0.integer(1, absent: UInt32(0)) } == [2])
  }

  @Test("the original bytes are unchanged, and keeping all outputs copies nothing")
  func original() throws {
    let sample = SampleModel()
    let model = try ParsedModel(sample.data)
    _ = try model.eliminatingDeadOutputs(keeping: [1])
    #expect(model.data.array == sample.bytes)
    let same = try model.eliminatingDeadOutputs(keeping: [0, 1])
    #expect(same.withUnsafeBytes { $0.baseAddress } == model.data.withUnsafeBytes { $0.baseAddress })
  }

  @Test("the pruned model still has its labels")
  func labels() throws {
    let sample = SampleModel(files: [("labels_de.txt", Array("Katze".utf8))])
    let pruned = try ParsedModel(ParsedModel(sample.data).eliminatingDeadOutputs(keeping: [1]))
    let metadata = try #require(pruned.metadata)
    #expect(try metadata.labels(of: metadata.outputs[1]) == ["Katze"])
  }

  @Test("an operator that writes a variable stays")
  func variables() throws {
    let model = try ParsedModel(SampleModel(variableTensor: 3).data)
    #expect(try ParsedModel(model.eliminatingDeadOutputs(keeping: [0])).operatorCount == 3)
  }

  @Test("missing outputs, an empty list and repeated names are refused", arguments: [[], [2], [-1], [0, 0]])
  func badIndices(indices: [Int]) throws {
    let model = try ParsedModel(SampleModel().data)
    #expect(errorCode { _ = try model.eliminatingDeadOutputs(keeping: indices) } == .invalidArgumentError)
  }

  @Test("a model with control flow is refused")
  func subgraphs() throws {
    let model = try ParsedModel(SampleModel(subgraphCount: 2).data)
    #expect(errorCode { _ = try model.eliminatingDeadOutputs(keeping: [0]) } == .invalidArgumentError)
  }

  @Test("a list of outputs that shares its bytes with another list is refused, not overwritten")
  func sharedVectors() throws {
    var bytes = SampleModel().bytes
    let subgraph = try #require(
      try FlatBuffer(ModelData(bytes), identifier: "TFL3", what: "model").root
        .tables(TFLiteSchema.Model.subgraphs).first)
    let operators = try #require(try subgraph.tables(TFLiteSchema.Subgraph.operators).first)
    let field = try #require(try subgraph.fieldPosition(TFLiteSchema.Subgraph.outputs))
    let target = try #require(try operators.reference(TFLiteSchema.Operator.inputs))
    let distance = UInt32(target - field)
    for byte in 0..<4 { bytes[field + byte] = UInt8(truncatingIfNeeded: distance >> (8 * UInt32(byte))) }
    // The outputs are now those of the first operator's inputs: tensor 0.
    let model = try ParsedModel(ModelData(bytes))
    #expect(model.outputs.map(\.name) == ["input"])
    #expect(errorCode { _ = try selection(of: model.data) } == .invalidArgumentError)
  }

  @Test("a list of outputs that is a tensor's name as well is refused: shortening it would change the name")
  func outputsInName() throws {
    let file = try DamagedFile(SampleModel().bytes)
    let name = try #require(
      try file.subgraph.tables(TFLiteSchema.Subgraph.tensors)[1].fieldPosition(TFLiteSchema.Tensor.name))
    let outputs = try #require(try file.subgraph.reference(TFLiteSchema.Subgraph.outputs))
    let damaged = file.writing([(name, outputs - name)])
    // As a text it has two bytes.
    #expect(try ParsedModel(damaged).outputs.map(\.name) == ["boxes", "scores"])
    let selection = try selection(of: damaged)
    #expect(errorCode { _ = try selection.apply(to: damaged) } == .invalidArgumentError)
  }

  @Test("a list of outputs among a constant's elements is refused, though the graph stays as meant")
  func outputsInConstant() throws {
    let file = try DamagedFile(DepthwiseModel().data.array)
    let field = try #require(try file.subgraph.fieldPosition(TFLiteSchema.Subgraph.outputs))
    let weights = try #require(
      try file.root.tables(TFLiteSchema.Model.buffers)[1].reference(TFLiteSchema.Buffer.data))
    let damaged = file.writing([(field, weights + 4 - field), (weights + 4, 1), (weights + 8, 3)])
    #expect(try ParsedModel(damaged).outputs.map(\.name) == ["output"])
    let selection = try selection(of: damaged)
    #expect(errorCode { _ = try selection.apply(to: damaged) } == .invalidArgumentError)
  }

  /// The first output alone.
  private func selection(of data: ModelData) throws -> OutputSelection {
    try OutputSelection(data, outputs: [ParsedModel(data).outputTensors[0]], keepsSignatures: true)
  }
}

/// A model file in which numbers are overwritten.
private struct DamagedFile {
  let bytes: [UInt8]
  let root: FlatBufferTable
  let subgraph: FlatBufferTable

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    root = try FlatBuffer(ModelData(bytes), identifier: "TFL3", what: "model").root
    subgraph = try #require(try root.tables(TFLiteSchema.Model.subgraphs).first)
  }

  /// The file with 32-bit numbers at positions.
  func writing(_ numbers: [(position: Int, number: Int)]) -> ModelData {
    var bytes = bytes
    for (position, number) in numbers {
      for byte in 0..<4 { bytes[position + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
    }
    return ModelData(bytes)
  }
}
