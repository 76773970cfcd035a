import ArgumentParser
import FirebaseMLVision
import MediaPipeTasksVision
import VisionOutput

/// `vision track`: ML Kit's object detection and tracking on files and streams.
struct TrackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Find the most prominent objects, follow them, and tell what kind of things they are.")

  /// The catalog's name of the detector that is used when none is named.
  static let defaultModel = "efficientdet_lite0_int8"

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: "Objects") var objects: TrackOptions

  func run() throws {
    let detectorPath = try media.engine.modelPath(default: Self.defaultModel)
    let classifierPath = try objects.classifierPath()
    try TaskRun(
      media: media, models: [detectorPath, classifierPath].compactMap { $0 },
      picturesFollowOneAnother: objects.relation == .stream
    ) { mode, liveResults in
      let options = taskOptions(detectorPath: detectorPath, classifierPath: classifierPath, mode: mode)
      return try ObjectTrackingTask(options: options, liveResults: liveResults)
    }.run()
  }

  /// The flags as the API's options.
  func taskOptions(
    detectorPath: String, classifierPath: String?, mode: RunningMode
  ) -> VisionObjectDetectorOptions {
    let options = VisionObjectDetectorOptions()
    objects.apply(to: options, mode: mode)
    options.detectorModelPath = detectorPath
    options.classifierModelPath = classifierPath
    options.threadCount = objects.relation == .stream ? media.engine.threads ?? 0 : media.threadCount(for: mode)
    if let kernels = media.engine.kernels { options.kernels = kernels }
    options.allowUnverifiedOperators = media.engine.allowUnverifiedOperators
    return options
  }
}
