import Testing
import VisionErrors
import VisionModels

@testable import VisionTasks
import VisionInference

@Suite("Operators that are not verified", .enabled(if: SharedFolder.isPresent, "\(SharedFolder.skipNote)"))
struct UnverifiedOperatorTests {
  private func open(_ inference: InferenceOptions) throws -> TensorModel {
    let path = try SharedFolder.path("models/selfie_segmenter.tflite")
    return try TensorModel(name: "selfie_segmenter.tflite", data: ModelData(contentsOfFile: path), inference: inference)
  }

  @Test("A model with one is refused before it is compiled, with the operator and the option; allowed, it is compiled")
  func segmenter() throws {
    let error = #expect(throws: TasksError.self) { try open(InferenceOptions(threadCount: 1)) }
    #expect(error?.code == .unimplementedError)
    #expect(error?.message.hasPrefix("Model selfie_segmenter.tflite: ") == true)
    #expect(error?.message.contains("Convolution2DTransposeBias") == true)
    #expect(error?.message.contains("baseOptions.allowUnverifiedOperators") == true)
    _ = try open(InferenceOptions(threadCount: 1, allowUnverifiedOperators: true))
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
