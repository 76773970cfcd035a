/// An engine that tests put in the place of the default one.
///
/// ```swift
/// let task = try EngineOverride.$engine.withValue(ReferenceEngine()) { try HandLandmarker(modelPath: path) }
/// ```
package enum EngineOverride {
  /// The engine of tasks that are made in this Swift task; nil, the default, for the package's own choice.
  @TaskLocal package static var engine: (any InferenceEngine)?
}
