import TestSupport
import VisionCore
import VisionInference

@testable import LiteRTEngine
@testable import VisionModels

extension ParsedModel {
  /// A published model, by its file or by the path of a member in its bundle.
  static func published(_ path: String) throws -> ParsedModel { try ParsedModel(SharedFolder.modelData(path)) }

  /// The model as the engine gets it, by default with our kernels for all that they can run.
  func prepared(
    threads threadCount: Int = 1, kernels: Kernels = .always, precision: Precision = .exact
  ) throws -> ModelPreparation {
    try ModelPreparation.prepare(
      ModelRequest(name: "model", model: self, options: .all(threadCount)), kernels: kernels, precision: precision)
  }
}

extension InferenceOptions {
  /// Options with all of their threads, whatever other tests run meanwhile.
  static func all(_ threadCount: Int) -> InferenceOptions {
    InferenceOptions(engine: LiteRT(), threads: ThreadBudget(threadCount: threadCount, within: nil))
  }
}
