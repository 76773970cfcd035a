import Foundation
import MediaPipeTasksVision

/// The model that `--model` names: a file, or a name in the catalog whose file was fetched.
struct ModelLocation {
  private let nameOrPath: String

  init(_ nameOrPath: String) {
    self.nameOrPath = nameOrPath
  }

  /// Finds the model's file.
  ///
  /// - Parameter environment: Where the cache folder may be named.
  /// - Returns: The file's path.
  /// - Throws: `TasksError` with `notFoundError` and the command that mends it.
  func path(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> String {
    let files = FileManager.default
    if files.fileExists(atPath: nameOrPath) { return nameOrPath }
    guard !nameOrPath.contains("/"), !nameOrPath.contains(".") else {
      throw TasksError.notFound("There is no model file \(nameOrPath).")
    }
    let cache =
      environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
      ?? files.homeDirectoryForCurrentUser.appendingPathComponent(".cache")
    let models = cache.appendingPathComponent("swift-vision-tasks/models")
    for type in ["task", "tflite"] {
      let candidate = models.appendingPathComponent("\(nameOrPath).\(type)").path
      if files.fileExists(atPath: candidate) { return candidate }
    }
    throw TasksError.notFound(
      "The model \(nameOrPath) is not on this machine; run `vision models fetch \(nameOrPath)`, "
        + "or name a model file with --model.")
  }
}
