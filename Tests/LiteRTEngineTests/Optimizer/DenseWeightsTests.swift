import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Sparse weights made dense")
struct DenseWeightsTests {
  @Test("Zeros are restored in their places, and the DENSIFY operator is removed")
  func zeros() throws {
    let model = try ParsedModel(SparseModel().data)
    let weights = try model.denseWeights()
    #expect(weights.count == 1)
    let changed = try model.eliminatingDeadOutputs(keeping: [0], applying: GraphChanges(denseWeights: weights))
    #expect(try ParsedModel(changed).operators.map(\.name) == ["ADD"])
    #expect(try GraphContents(changed).floats(2) == SparseModel.dense)
    // The original has none for that tensor.
    #expect(try GraphContents(model.data).floats(2) == [])
  }

  @Test("A mapped file is changed in memory only, and later bytes of the file are not part of the model")
  func mapped() throws {
    let folder = try TemporaryFolder()
    let bytes = SparseModel().data.array
    let file = try folder.write(bytes + Array(repeating: 0xAA, count: 9000), "model.tflite")
    let mapped = try ModelData(contentsOfFile: file).slice(0..<bytes.count)
    let model = try ParsedModel(mapped)
    let changed = try model.eliminatingDeadOutputs(
      keeping: [0], applying: GraphChanges(denseWeights: model.denseWeights()))
    let copy = try ParsedModel(ModelData(bytes))
    let expected = try copy.eliminatingDeadOutputs(
      keeping: [0], applying: GraphChanges(denseWeights: copy.denseWeights()))
    #expect(changed.array == expected.array)
    changed.releasePages()
    #expect(changed.array == expected.array)
    #expect(mapped.array == bytes)
  }

  @Test(
    "Other sparsity formats and values out of range are refused, as the verifier refuses them",
    arguments: [
      SparseModel(order: [1, 0, 2]), SparseModel(blockMap: [2]), SparseModel(isDenseButLast: false),
      SparseModel(starts: [0, 3]), SparseModel(starts: [1, 2, 3]), SparseModel(starts: [0, 4, 3]),
      SparseModel(columns: [0, 2, 3]), SparseModel(columns: [0, -1, 2]), SparseModel(columns: [0, 2]),
    ])
  func refused(sample: SparseModel) throws {
    let model = try ParsedModel(sample.data)
    let error = #expect(throws: TasksError.self) { try model.denseWeights() }
    #expect(error?.message.hasPrefix("The model is refused: tensor") == true)
  }

  @Test(
    "Sparse weights without as many elements, without a buffer of their own and of other types are left to the runtime",
    arguments: [
      SparseModel(stored: [1, 2]), SparseModel(resultBuffer: 0), SparseModel(resultBuffer: 1), SparseModel(type: 9),
    ])
  func others(sample: SparseModel) throws {
    #expect(try ParsedModel(sample.data).denseWeights().isEmpty)
  }

  @Test("A small file does not become a large one")
  func bomb() throws {
    #expect(try ParsedModel(SparseModel(columnCount: 12).data).denseWeights().count == 1)
    #expect(try ParsedModel(SparseModel(columnCount: 14).data).denseWeights().isEmpty)
    #expect(try ParsedModel(SparseModel(columnCount: .max).data).denseWeights().isEmpty)
  }

  @Test(
    "All of the published person detector's are found",
    .needs(.shared))
  func published() throws {
    let model = try ParsedModel.published("pose_landmarker_lite.task/pose_detector.tflite")
    let weights = try model.denseWeights()
    #expect(weights.count == 38)
    // Half of them are stored.
    #expect(weights.reduce(0) { $0 + $1.content.piece.byteCount } == 2 * 2_723_584)
    let changed = try ParsedModel(
      model.eliminatingDeadOutputs(keeping: Array(model.outputs.indices), applying: GraphChanges(denseWeights: weights))
    )
    #expect(changed.operatorCount == model.operatorCount - 38)
    #expect(try changed.macs() == model.macs())
  }
}
