import ArgumentParser
import MediaPipeTasksVision

/// `vision gesture`: the Gesture Recognizer on files.
struct GestureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture", abstract: "Recognize hand gestures and find hand landmarks.")

  /// The catalog's name of the model that is used when none is named.
  static let defaultModel = "gesture_recognizer"

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: "Hands") var hands: HandOptions
  @OptionGroup(title: "The model's own gestures") var canned: CannedClassifierFlags
  @OptionGroup(title: "Custom gestures") var custom: CustomClassifierFlags

  func run() throws {
    let modelPath = try media.engine.modelPath(default: Self.defaultModel)
    OptionWarnings.print(try warnings(modelPath: modelPath))
    try TaskRun(media: media, models: [modelPath]) { mode, liveResults in
      let options = taskOptions(modelPath: modelPath, mode: mode)
      options.gestureRecognizerLiveStreamDelegate = liveResults
      return try GestureRecognizer(options: options)
    }.run()
  }

  private func warnings(modelPath: String) throws -> [String] {
    let names = canned.hasLists || custom.hasLists ? try GestureNames(ofModelAt: modelPath) : nil
    var warnings = canned.warnings(names: names?.canned ?? []) + custom.warnings(names: names?.custom ?? [])
    if custom.hasLists, names?.custom == nil {
      warnings.append("--custom-allow and --custom-deny have no effect: the model has no custom gestures.")
    }
    return warnings
  }

  /// The flags as the API's options, without a delegate.
  func taskOptions(modelPath: String, mode: RunningMode) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    media.apply(to: options, modelPath: modelPath, mode: mode)
    options.runningMode = mode
    hands.apply(to: options)
    options.cannedGesturesClassifierOptions = canned.classifierOptions
    options.customGesturesClassifierOptions = custom.classifierOptions
    return options
  }
}
