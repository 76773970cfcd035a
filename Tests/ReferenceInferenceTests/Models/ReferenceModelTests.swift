import TestSupport
import Testing
import VisionCore

@testable import VisionModels

@Suite("Models that the reference reads")
struct ReferenceModelTests {
  /// A model of one operator on a tensor of three floats.
  private static func data(operator number: Int32) -> ModelData {
    let tensors: [[Int: FlatBufferValue]] = (0..<2).map { [0: .ints([1, 3]), 1: .uint8(0), 3: .text("t\($0)")] }
    return ModelData(
      FlatBufferWriter.write(
        [
          0: .uint32(3), 1: .tables([[0: .uint8(UInt8(number)), 3: .int32(number)]]),
          2: .tables([
            [
              0: .tables(tensors), 1: .ints([0]), 2: .ints([1]),
              3: .tables([[0: .uint32(0), 1: .ints([0]), 2: .ints([1])]]),
            ]
          ]), 4: .tables([[:]]),
        ], identifier: "TFL3"))
  }

  @Test("A model reports its inputs and outputs, and runs")
  func run() throws {
    let model = try ReferenceModel(Self.data(operator: 19))
    #expect(model.inputs.map(\.name) == ["t0"])
    #expect(model.outputs.map(\.shape) == [[1, 3]])
    #expect(model.steps.map(\.name) == ["RELU"])
    let result = try model.run([.floats([1, 3], [-1, 0.5, 2])])
    #expect(result.outputs.map(\.floats) == [[0, 0.5, 2]])
  }

  @Test("An operator that the reference does not have is refused by name, when the model is read")
  func unsupported() {
    // FLOOR, and LSTM, which the package's verifier does not know either.
    for (number, name) in [(Int32(8), "FLOOR"), (16, "LSTM")] {
      let error = #expect(throws: TasksError.self) { try ReferenceModel(Self.data(operator: number)) }
      #expect(error?.code == .unimplementedError)
      #expect(error?.message.hasPrefix("The reference has no operator \(name);") == true)
    }
  }

  @Test("Inputs of another number, shape or type are refused")
  func inputs() throws {
    let model = try ReferenceModel(Self.data(operator: 19))
    let wrong: [[ReferenceTensor]] = [
      [], [try .floats([3], [1, 2, 3])], [try .bytes([1, 3], [1, 2, 3], step: 1, zero: 0)],
    ]
    for inputs in wrong {
      let error = #expect(throws: TasksError.self) { try model.run(inputs) }
      #expect(error?.code == .invalidArgumentError)
    }
    #expect(throws: TasksError.self) { try ReferenceTensor.floats([2, 2], [1, 2, 3]) }
    #expect(throws: TasksError.self) { try model.results(ofStep: 1, reading: [:]) }
    #expect(throws: TasksError.self) { try model.results(ofStep: 0, reading: [:]) }
  }

  @Test("Bytes that are no model are refused")
  func damaged() {
    #expect(throws: TasksError.self) { try ReferenceModel(ModelData([1, 2, 3])) }
    #expect(throws: TasksError.self) { try ModelMember.all(of: ModelData([1, 2, 3])) }
  }
}
