import LiteRTEngine
import VisionErrors
import VisionInference
import VisionModels

/// How the models of a file run on this machine: `vision models info --plan`.
struct InferencePlan: Encodable {
  /// The models, those of bundles by their place: `hand_landmarker.task/hand_detector.tflite`.
  let plan: [InferenceJournal.Entry]

  /// Loads each model with all its outputs.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - data: A model, or a bundle that `ModelReport` has read.
  ///   - options: The threads and kernels.
  /// - Throws: `TasksError` for a model that does not load.
  init(name: String, _ data: ModelData, options: InferenceOptions) throws {
    plan = try Self.entries(name, data, options)
  }

  /// The plan for a person.
  var text: [String] { plan.flatMap { $0.report.text(name: $0.name) } }

  private static func entries(
    _ name: String, _ data: ModelData, _ options: InferenceOptions
  ) throws -> [InferenceJournal.Entry] {
    if TFLiteModel.isModel(data) {
      let session = try LiteRT().load(ModelRequest(name: name, model: TFLiteModel(data), options: options))
      return [InferenceJournal.Entry(name: name, report: try session.report())]
    }
    let bundle = try TaskBundle(data)
    return try bundle.memberNames.filter { $0.hasSuffix(".task") || $0.hasSuffix(".tflite") }.flatMap {
      try entries("\(name)/\($0)", bundle.member(named: $0), options)
    }
  }
}
