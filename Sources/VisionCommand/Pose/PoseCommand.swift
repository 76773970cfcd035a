import ArgumentParser
import MediaPipeTasksVision

/// `vision pose`: the Pose Landmarker on files.
struct PoseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "pose", abstract: "Find people and body landmarks.")

  /// The catalog's name of the model that is used when none is named.
  static let defaultModel = "pose_landmarker_lite"

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: "Poses") var poses: PoseOptions
  @OptionGroup(title: "Poses") var masks: MaskFolderOption

  func run() throws {
    let modelPath = try media.engine.modelPath(default: Self.defaultModel)
    try TaskRun(media: media, models: [modelPath], masks: masks.segmentationMasks) { mode, liveResults in
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
    poses.apply(to: options)
    options.shouldOutputSegmentationMasks = masks.segmentationMasks != nil
    return options
  }
}
