import VisionErrors

extension BaseOptions {
  /// The path of the model file, which may not be there.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` when no path was given.
  package func validatedModelAssetPath() throws -> String {
    switch modelAssetPath {
    case .some(let path) where !path.isEmpty: return path
    case .some:
      throw TasksError.invalidArgument(
        "baseOptions.modelAssetPath is empty; set it to the path of a model file, such as gesture_recognizer.task.")
    case nil:
      throw TasksError.invalidArgument(
        "baseOptions.modelAssetPath is nil; set it to the path of a model file. "
          + "A resource that is missing from the bundle has no path.")
    }
  }

  /// Checks the number of threads.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a number outside `threadCounts`.
  package func validateThreadCount() throws {
    guard Self.threadCounts.contains(threadCount) else {
      throw TasksError.invalidArgument(
        "baseOptions.threadCount is \(threadCount); allowed are 0 (chosen by the task) to "
          + "\(Self.threadCounts.upperBound).")
    }
  }

  /// The allowed numbers of threads; 0 leaves the choice to the task.
  package static var threadCounts: ClosedRange<Int> { 0...256 }
}
