import VisionModels

/// The gesture names of a model, which the lists in `ClassifierOptions` may contain.
package struct GestureNames: Sendable, Hashable {
  /// The canned gestures, in the model's order.
  package let canned: [String]
  /// The gestures of the custom classifier; nil when the model has none.
  package let custom: [String]?

  /// Reads the names without making a task.
  ///
  /// - Parameter path: The path of a gesture recognizer bundle.
  /// - Throws: `TasksError` of `GestureRecognizer.init(options:)` for a file that is no such bundle.
  package init(ofModelAt path: String) throws {
    let bundle = try GestureRecognizerPipeline.bundle(atPath: path)
    let gestures = try TaskBundle(bundle.member(named: GestureRecognizerPipeline.gestureBundleName))
    canned = try Self.names(of: GestureClassifier.cannedName, in: gestures)
    custom =
      gestures.contains(GestureClassifier.customName)
      ? try Self.names(of: GestureClassifier.customName, in: gestures) : nil
  }

  private static func names(of member: String, in bundle: TaskBundle) throws -> [String] {
    let model = try TensorModel.naming(member) { try ModelFile(bundle.member(named: member)) }
    return try GestureClassifierHead.labels(
      of: model.metadata, model: member, classCount: model.outputs.first?.shape.last)?.names ?? []
  }
}
