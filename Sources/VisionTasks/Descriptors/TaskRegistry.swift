/// The tasks that programs offer. A further task is one line here.
package enum TaskRegistry {
  /// In the order of help and pages.
  package static let all: [any VisionTask.Type] = [
    GestureRecognizer.self,
    HandLandmarker.self,
    PoseLandmarker.self,
    ObjectDetector.self,
    ObjectTracking.self,
    ImageClassifier.self,
  ]

  /// The task of a name; nil for an unknown one.
  package static func task(_ name: String) -> (any VisionTask.Type)? { all.first { $0.descriptor.name == name } }

  /// The names of all tasks.
  package static var names: [String] { all.map { $0.descriptor.name } }
}
