/// The files that a task is made with.
package struct ModelPaths: Sendable {
  /// The task's model.
  package let model: String
  /// The model that puts objects into categories; nil when they are not asked for.
  package let classifier: String?

  package init(model: String, classifier: String? = nil) {
    self.model = model
    self.classifier = classifier
  }
}
