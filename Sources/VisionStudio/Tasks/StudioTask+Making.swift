import MediaPipeTasksVision
import VisionFindings

extension StudioTask {
  /// Makes the task.
  ///
  /// - Parameters:
  ///   - settings: The settings, checked.
  ///   - modelPath: The model file.
  ///   - mode: `.image` or `.video`.
  /// - Returns: The task.
  /// - Throws: `TasksError` for a model that is missing or does not fit the task.
  package static func make(
    _ settings: StudioSettings, modelPath: String, mode: RunningMode
  ) throws -> any RunnableTask {
    switch settings.task {
    case .gesture: try GestureRecognizer(options: settings.gestureOptions(modelPath: modelPath, mode: mode))
    case .hand: try HandLandmarker(options: settings.handOptions(modelPath: modelPath, mode: mode))
    case .pose: try PoseLandmarker(options: settings.poseOptions(modelPath: modelPath, mode: mode))
    case .detect: try ObjectDetector(options: settings.detectorOptions(modelPath: modelPath, mode: mode))
    }
  }
}
