import VisionCore
import VisionInference
import VisionModels

/// The execution plan of a file's models on this machine: `vision models info --plan`.
struct InferencePlan: Encodable {
  /// The models. Members of bundles are named like `hand_landmarker.task/hand_detector.tflite`.
  let plan: [InferenceJournal.Entry]

  /// Loads each model with all its outputs.
  ///
  /// - Parameters:
  ///   - name: The file name.
  ///   - data: A model or a bundle.
  ///   - options: The engine and its threads.
  /// - Throws: `TasksError` for a model that cannot be loaded.
  init(name: String, _ data: ModelData, options: InferenceOptions) throws {
    plan = try Self.entries(name, data, options)
  }

  /// The plan as readable lines.
  var text: [String] { plan.flatMap { $0.report.text(name: $0.name) } }

  private static func entries(
    _ name: String, _ data: ModelData, _ options: InferenceOptions
  ) throws -> [InferenceJournal.Entry] {
    if ModelFile.isModel(data) {
      let session = try options.engine.load(ModelRequest(name: name, model: ModelFile(data), options: options))
      return [InferenceJournal.Entry(name: name, report: try session.report())]
    }
    let bundle = try TaskBundle(data)
    return try bundle.memberNames.filter { $0.hasSuffix(".task") || $0.hasSuffix(".tflite") }.flatMap {
      try entries("\(name)/\($0)", bundle.member(named: $0), options)
    }
  }
}
