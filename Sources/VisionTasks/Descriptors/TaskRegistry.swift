/// The tasks that programs offer. A new task adds one line.
package enum TaskRegistry {
  /// The tasks, in the order of help and pages.
  package static let all: [any TaskDefinition.Type] = [
    GestureRecognizer.self,
    HandLandmarker.self,
    PoseLandmarker.self,
    ObjectDetector.self,
    ObjectTracking.self,
    ImageClassifier.self,
  ]

  /// The task with a name; nil if there is none.
  package static func task(_ name: String) -> (any TaskDefinition.Type)? { all.first { $0.descriptor.name == name } }

  /// The names of all tasks.
  package static var names: [String] { all.map { $0.descriptor.name } }
}
