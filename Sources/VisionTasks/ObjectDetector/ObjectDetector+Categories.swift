extension ObjectDetector {
  /// The names of the categories that a model reports, which the lists in its options may have.
  ///
  /// Reads the file without making a task.
  ///
  /// - Parameter path: The path of the model file.
  /// - Returns: The names in the model's order; empty where it has none.
  /// - Throws: `TasksError` as `init(options:)` for a file that is no detector.
  package static func categoryNames(ofModelAt path: String) throws -> [String] {
    try DetectorModel(path: path).classLabels().names
  }
}
