import FirebaseMLVision
import MediaPipeTasksVision
import VisionOutput

extension StudioTask {
  /// Makes the task; with a model that a visitor brought in a process of its own.
  ///
  /// - Parameters:
  ///   - settings: The settings, checked.
  ///   - paths: The model files.
  ///   - mode: `.image` or `.video`.
  /// - Returns: The task.
  /// - Throws: `TasksError` for a model that is missing or does not fit the task.
  package static func make(
    _ settings: StudioSettings, paths: ModelPaths, mode: RunningMode
  ) throws -> any AnyVisionTask {
    if let own = paths.own { return try own.workers.task(settings, paths: paths, own: own, mode: mode) }
    return switch settings.task {
    case .gesture: try GestureRecognizer(options: settings.gestureOptions(modelPath: paths.model, mode: mode))
    case .hand: try HandLandmarker(options: settings.handOptions(modelPath: paths.model, mode: mode))
    case .pose: try PoseLandmarker(options: settings.poseOptions(modelPath: paths.model, mode: mode))
    case .detect: try ObjectDetector(options: settings.detectorOptions(modelPath: paths.model, mode: mode))
    case .track:
      try ObjectTrackingTask(
        options: settings.trackerOptions(modelPath: paths.model, classifierPath: paths.classifier, mode: mode),
        answer: nil)
    }
  }
}
