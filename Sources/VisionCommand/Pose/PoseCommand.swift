import ArgumentParser
import MediaPipeTasksVision

/// `vision pose`: the Pose Landmarker on files.
struct PoseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "pose", abstract: "Find people and body landmarks.")

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: "Poses") var poses: PoseOptions

  func run() throws {
    let modelPath = try media.modelPath(default: "pose_landmarker_lite")
    try TaskRun(media: media, models: [modelPath], masks: poses.segmentationMasks) { mode, liveResults in
      let options = taskOptions(modelPath: modelPath, mode: mode)
      options.poseLandmarkerLiveStreamDelegate = liveResults
      return try PoseLandmarker(options: options)
    }.run()
  }

  /// The flags as the API's options, without a delegate.
  func taskOptions(modelPath: String, mode: RunningMode) -> PoseLandmarkerOptions {
    let options = PoseLandmarkerOptions()
    media.apply(to: options, modelPath: modelPath, mode: mode)
    options.runningMode = mode
    options.numPoses = poses.numPoses
    options.minPoseDetectionConfidence = poses.minPoseDetectionConfidence
    options.minPosePresenceConfidence = poses.minPosePresenceConfidence
    options.minTrackingConfidence = poses.minTrackingConfidence
    options.shouldOutputSegmentationMasks = poses.segmentationMasks != nil
    options.shouldSmoothLandmarks = !poses.noSmoothing
    return options
  }
}
