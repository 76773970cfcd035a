import LiteRTEngine
import TestSupport
import Testing
import VisionCore
import VisionInference
import VisionModels

@testable import VisionTasks

@Suite("Operators that are not verified")
struct UnverifiedOperatorTests {
  /// A model of one GELU, which the runtime has and the verifier has no rule for.
  private static let model: ModelData = {
    func tensor(_ name: String) -> [Int: FlatBufferValue] {
      [0: .ints([1, 8]), 1: .uint8(0), 2: .uint32(0), 3: .text(name)]
    }
    let subgraph: [Int: FlatBufferValue] = [
      0: .tables([tensor("numbers"), tensor("result")]), 1: .ints([0]), 2: .ints([1]),
      3: .tables([[0: .uint32(0), 1: .ints([0]), 2: .ints([1])]]),
    ]
    return ModelData(
      FlatBufferWriter.write(
        [
          // Numbers from 127 on stand in the second field; 127 in the first says so.
          0: .uint32(3), 1: .tables([[0: .uint8(127), 2: .int32(1), 3: .int32(150)]]), 2: .tables([subgraph]),
          4: .tables([[:]]),
        ], identifier: "TFL3"))
  }()

  private func open(_ inference: InferenceOptions) throws -> TensorModel {
    try TensorModel(name: "gelu.tflite", data: Self.model, inference: inference)
  }

  @Test("A model with one is refused before it is compiled, with the operator and the option; allowed, it is compiled")
  func compilation() throws {
    let error = #expect(throws: TasksError.self) { try open(InferenceOptions(engine: LiteRT(), threadCount: 1)) }
    #expect(error?.code == .unimplementedError)
    #expect(error?.message.hasPrefix("Model gelu.tflite: ") == true)
    #expect(error?.message.contains("operator 0 (GELU)") == true)
    #expect(error?.message.contains("baseOptions.allowUnverifiedOperators") == true)
    _ = try open(InferenceOptions(engine: LiteRT(), threadCount: 1, allowUnverifiedOperators: true))
  }

  @Test(
    "The one custom operator of the published models beside the detectors' needs no such option",
    .needs(.shared))
  func segmenter() throws {
    let data = try SharedFolder.modelData("selfie_segmenter.tflite")
    #expect(throws: Never.self) {
      try TensorModel(
        name: "selfie_segmenter.tflite", data: data, inference: InferenceOptions(engine: LiteRT(), threadCount: 1))
    }
  }

  @Test("The option is false, is copied, and reaches every inference")
  func option() {
    let options = BaseOptions()
    #expect(!options.allowUnverifiedOperators && !options.inference.allowUnverifiedOperators)
    options.allowUnverifiedOperators = true
    #expect((options.copy() as? BaseOptions)?.allowUnverifiedOperators == true)
    #expect(options.inference.with(threadCount: 3).allowUnverifiedOperators)
  }
}
