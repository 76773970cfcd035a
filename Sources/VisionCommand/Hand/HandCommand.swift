import ArgumentParser
import MediaPipeTasksVision

/// `vision hand`: the Hand Landmarker on files.
struct HandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "hand", abstract: "Find hand landmarks.")

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: "Hands") var hands: HandOptions

  func run() throws {
    let modelPath = try media.modelPath(default: "hand_landmarker")
    try TaskRun(media: media, models: [modelPath]) { mode, liveResults in
      let options = taskOptions(modelPath: modelPath, mode: mode)
      options.handLandmarkerLiveStreamDelegate = liveResults
      return try HandLandmarker(options: options)
    }.run()
  }

  /// The flags as the API's options, without a delegate.
  func taskOptions(modelPath: String, mode: RunningMode) -> HandLandmarkerOptions {
    let options = HandLandmarkerOptions()
    media.apply(to: options, modelPath: modelPath, mode: mode)
    options.runningMode = mode
    options.numHands = hands.numHands
    options.minHandDetectionConfidence = hands.minHandDetectionConfidence
    options.minHandPresenceConfidence = hands.minHandPresenceConfidence
    options.minTrackingConfidence = hands.minTrackingConfidence
    return options
  }
}
