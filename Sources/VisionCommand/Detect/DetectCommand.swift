import ArgumentParser
import MediaPipeTasksVision

/// `vision detect`: the Object Detector on files.
struct DetectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect", abstract: "Find objects of known classes, such as people, pets and things of the house.")

  /// The catalog's name of the model that is used when none is named.
  static let defaultModel = "efficientdet_lite0_int8"

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: "Objects") var objects: DetectionOptions
  @OptionGroup(title: "Objects") var output: COCOOption

  func run() throws {
    let modelPath = try media.engine.modelPath(default: Self.defaultModel)
    OptionWarnings.print(try objects.warnings(modelPath: modelPath))
    try TaskRun(media: media, models: [modelPath], coco: output.coco) { mode, liveResults in
      let options = taskOptions(modelPath: modelPath, mode: mode)
      if objects.track {
        let tracking = objects.applyTracking(try .fitting(detectorAt: modelPath), to: options)
        return try TrackingDetector(options: options, tracking: tracking, liveResults: liveResults)
      }
      options.objectDetectorLiveStreamDelegate = liveResults
      return try ObjectDetector(options: options)
    }.run()
  }

  /// The flags as the API's options, without a delegate.
  func taskOptions(modelPath: String, mode: RunningMode) -> ObjectDetectorOptions {
    let options = ObjectDetectorOptions()
    media.apply(to: options, modelPath: modelPath, mode: mode)
    options.runningMode = mode
    objects.apply(to: options)
    return options
  }
}
