import ArgumentParser
import MediaPipeTasksVision

/// `vision hand`: the Hand Landmarker on files.
struct HandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "hand", abstract: "Find hand landmarks.")

  /// The catalog's name of the model that is used when none is named.
  static let defaultModel = "hand_landmarker"

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: "Hands") var hands: HandOptions

  func run() throws {
    let modelPath = try media.engine.modelPath(default: Self.defaultModel)
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
    hands.apply(to: options)
    return options
  }
}
