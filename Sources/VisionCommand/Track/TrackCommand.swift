import ArgumentParser
import FirebaseMLVision
import MediaPipeTasksVision
import VisionCatalog
import VisionFindings

/// `vision track`: ML Kit's object detection and tracking on files and streams.
struct TrackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Find the most prominent objects, follow them, and tell what kind of things they are.")

  @OptionGroup var media: MediaOptions
  @OptionGroup(title: "Objects") var objects: TrackOptions

  func run() throws {
    let detectorPath = try media.modelPath(default: "efficientdet_lite0_int8")
    let classifierPath = objects.classify ? try ModelCatalog().resolve(classifier) : nil
    try TaskRun(
      media: media, models: [detectorPath, classifierPath].compactMap { $0 },
      picturesFollowOneAnother: objects.relation == .stream
    ) { mode, liveResults in
      let options = taskOptions(detectorPath: detectorPath, classifierPath: classifierPath, mode: mode)
      return try ObjectTrackingTask(options: options, liveResults: liveResults)
    }.run()
  }

  private var classifier: String { objects.classifierModel ?? "efficientnet_lite0" }

  /// The flags as the API's options.
  func taskOptions(
    detectorPath: String, classifierPath: String?, mode: RunningMode
  ) -> VisionObjectDetectorOptions {
    let options = VisionObjectDetectorOptions()
    options.detectorMode =
      switch objects.relation {
      case .stream: .stream
      case .singleImage: .singleImage
      case nil: mode == .image ? .singleImage : .stream
      }
    options.shouldEnableMultipleObjects = objects.multipleObjects
    options.shouldEnableClassification = objects.classify
    options.detectorModelPath = detectorPath
    options.classifierModelPath = classifierPath
    options.detectorStride = objects.detectorStride
    options.threadCount = objects.relation == .stream ? media.threads ?? 0 : media.threadCount(for: mode)
    if let kernels = media.kernels { options.kernels = kernels }
    options.allowUnverifiedOperators = media.allowUnverifiedOperators
    return options
  }
}
