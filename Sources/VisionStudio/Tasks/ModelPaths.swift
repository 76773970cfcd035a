import VisionTasks
import VisionWorker

/// The model files of a task.
package struct ModelPaths: Sendable {
  /// An uploaded model.
  struct Own: Sendable {
    /// The original file name.
    let name: String
    let workers: OwnModelWorkers
    /// Terminates its processes early; nil if nothing does.
    var cancellation: WorkerCancellation?
  }

  /// The task's model.
  package let model: String
  /// Paths of additional models that the settings need, by the options' keys.
  private let further: [String: OptionValue]
  /// The uploaded model; nil for one of the catalog, which runs in this process.
  private(set) var own: Own?

  init(model: String, own: Own? = nil) {
    self.model = model
    self.own = own
    further = [:]
  }

  /// Resolves the paths of additional models.
  ///
  /// - Parameters:
  ///   - model: The task's model.
  ///   - settings: The settings.
  ///   - own: The uploaded model; nil for one of the catalog.
  ///   - path: Returns the path of a model of the catalog.
  /// - Throws: What `path` throws.
  init(model: String, settings: StudioSettings, own: Own?, path: (String) throws -> String) throws {
    self.model = model
    self.own = own
    further = try settings.task.type.resolvingModels(in: settings.values, path: path)
      .filter { settings.values[$0.key] == nil }
  }

  /// The settings' values, including paths of additional models.
  func resolved(_ settings: StudioSettings) -> [String: OptionValue] { settings.values.merging(further) { $1 } }

  /// A copy whose worker processes `cancellation` terminates.
  func cancelled(by cancellation: WorkerCancellation) -> ModelPaths {
    var paths = self
    paths.own?.cancellation = cancellation
    return paths
  }
}
