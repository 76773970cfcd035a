import VisionTasks
import VisionWorker

/// The files that a task is made with.
package struct ModelPaths: Sendable {
  /// What it takes to run a visitor's model.
  struct Own: Sendable {
    /// What the visitor calls it.
    let name: String
    let workers: OwnModelWorkers
    /// Ends the processes before their work is done; nil when nothing does.
    var cancellation: WorkerCancellation?
  }

  /// The task's model.
  package let model: String
  /// The files of the further models that the settings want, by the options' keys.
  private let further: [String: OptionValue]
  /// Nil for a model of the catalog, which runs in this process.
  private(set) var own: Own?

  init(model: String, own: Own? = nil) {
    self.model = model
    self.own = own
    further = [:]
  }

  /// Finds the files of further models.
  ///
  /// - Parameters:
  ///   - model: The task's model.
  ///   - settings: The settings.
  ///   - own: What it takes to run a visitor's model; nil for one of the catalog.
  ///   - path: Gives the path of a model of the catalog.
  /// - Throws: What `path` throws.
  init(model: String, settings: StudioSettings, own: Own?, path: (String) throws -> String) throws {
    self.model = model
    self.own = own
    further = try settings.task.type.resolvingModels(in: settings.values, path: path)
      .filter { settings.values[$0.key] == nil }
  }

  /// The settings' values with the files of further models.
  func resolved(_ settings: StudioSettings) -> [String: OptionValue] { settings.values.merging(further) { $1 } }

  /// The same, so that the processes of a visitor's model can be ended.
  func cancelled(by cancellation: WorkerCancellation) -> ModelPaths {
    var paths = self
    paths.own?.cancellation = cancellation
    return paths
  }
}
