import ArgumentParser
import MediaPipeTasksVision

/// `vision gesture`: the Gesture Recognizer on files.
struct GestureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture", abstract: "Recognize hand gestures and find hand landmarks.")

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: "Hands") var hands: HandOptions
  @OptionGroup(title: "The model's own gestures") var canned: CannedClassifierFlags
  @OptionGroup(title: "Custom gestures") var custom: CustomClassifierFlags

  func run() throws {
    let modelPath = try media.modelPath(default: "gesture_recognizer")
    try TaskRun(media: media, models: [modelPath]) { mode, liveResults in
      let options = taskOptions(modelPath: modelPath, mode: mode)
      options.gestureRecognizerLiveStreamDelegate = liveResults
      return try GestureRecognizer(options: options)
    }.run()
  }

  /// The flags as the API's options, without a delegate.
  func taskOptions(modelPath: String, mode: RunningMode) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    media.apply(to: options, modelPath: modelPath, mode: mode)
    options.runningMode = mode
    options.numHands = hands.numHands
    options.minHandDetectionConfidence = hands.minHandDetectionConfidence
    options.minHandPresenceConfidence = hands.minHandPresenceConfidence
    options.minTrackingConfidence = hands.minTrackingConfidence
    options.cannedGesturesClassifierOptions = canned.classifierOptions
    options.customGesturesClassifierOptions = custom.classifierOptions
    return options
  }
}
