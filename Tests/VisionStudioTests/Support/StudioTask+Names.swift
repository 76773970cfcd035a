import VisionTasks

@testable import VisionStudio

extension StudioTask {
  static let gesture = StudioTask(GestureRecognizer.self)
  static let hand = StudioTask(HandLandmarker.self)
  static let pose = StudioTask(PoseLandmarker.self)
  static let detect = StudioTask(ObjectDetector.self)
  static let segment = StudioTask(ImageSegmenter.self)
  static let track = StudioTask(ObjectTracking.self)
}

extension StudioSettings {
  /// The settings as a task's options.
  func options<Task: TaskDefinition>(of task: Task.Type, mode: RunningMode) -> Task.Options {
    task.makeOptions(modelPath: "m", mode: mode, values: values)
  }
}
