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
  /// The model that puts objects into categories; nil when they are not asked for.
  package let classifier: String?
  /// Nil for a model of the catalog, which runs in this process.
  let own: Own?

  package init(model: String, classifier: String? = nil) {
    self.init(model: model, classifier: classifier, own: nil)
  }

  init(model: String, classifier: String? = nil, own: Own?) {
    self.model = model
    self.classifier = classifier
    self.own = own
  }

  /// The same, so that the processes of a visitor's model can be ended.
  func cancelled(by cancellation: WorkerCancellation) -> ModelPaths {
    guard var own else { return self }
    own.cancellation = cancellation
    return ModelPaths(model: model, classifier: classifier, own: own)
  }
}
