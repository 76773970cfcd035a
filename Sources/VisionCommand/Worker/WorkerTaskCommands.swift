import ArgumentParser
import FirebaseMLVision
import MediaPipeTasksVision
import VisionOutput

/// `vision worker hand`.
struct WorkerHandCommand: WorkerTaskCommand {
  static let task = "hand"
  static let configuration: CommandConfiguration = named("Find hand landmarks.")

  @OptionGroup var engine: EngineOptions
  @OptionGroup var requests: WorkerModeOption
  @OptionGroup(title: "Hands") var hands: HandOptions
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func makeTask(mode: RunningMode) throws -> any AnyVisionTask {
    try HandLandmarker(options: taskOptions(modelPath: engine.modelPath(default: HandCommand.defaultModel), mode: mode))
  }

  /// The flags as the API's options.
  func taskOptions(modelPath: String, mode: RunningMode) -> HandLandmarkerOptions {
    let options = HandLandmarkerOptions()
    engine.apply(to: options, modelPath: modelPath)
    options.runningMode = mode
    hands.apply(to: options)
    return options
  }
}

/// `vision worker gesture`.
struct WorkerGestureCommand: WorkerTaskCommand {
  static let task = "gesture"
  static let configuration: CommandConfiguration = named("Recognize hand gestures and find hand landmarks.")

  @OptionGroup var engine: EngineOptions
  @OptionGroup var requests: WorkerModeOption
  @OptionGroup(title: "Hands") var hands: HandOptions
  @OptionGroup(title: "The model's own gestures") var canned: CannedClassifierFlags
  @OptionGroup(title: "Custom gestures") var custom: CustomClassifierFlags
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func makeTask(mode: RunningMode) throws -> any AnyVisionTask {
    try GestureRecognizer(
      options: taskOptions(modelPath: engine.modelPath(default: GestureCommand.defaultModel), mode: mode))
  }

  /// The flags as the API's options.
  func taskOptions(modelPath: String, mode: RunningMode) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    engine.apply(to: options, modelPath: modelPath)
    options.runningMode = mode
    hands.apply(to: options)
    options.cannedGesturesClassifierOptions = canned.classifierOptions
    options.customGesturesClassifierOptions = custom.classifierOptions
    return options
  }
}

/// `vision worker pose`.
struct WorkerPoseCommand: WorkerTaskCommand {
  static let task = "pose"
  static let configuration: CommandConfiguration = named("Find people and body landmarks.")

  @OptionGroup var engine: EngineOptions
  @OptionGroup var requests: WorkerModeOption
  @OptionGroup(title: "Poses") var poses: PoseOptions
  @OptionGroup(title: "Poses") var masks: MaskAnswerOption
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func makeTask(mode: RunningMode) throws -> any AnyVisionTask {
    try PoseLandmarker(options: taskOptions(modelPath: engine.modelPath(default: PoseCommand.defaultModel), mode: mode))
  }

  /// The flags as the API's options.
  func taskOptions(modelPath: String, mode: RunningMode) -> PoseLandmarkerOptions {
    let options = PoseLandmarkerOptions()
    engine.apply(to: options, modelPath: modelPath)
    options.runningMode = mode
    poses.apply(to: options)
    options.shouldOutputSegmentationMasks = masks.segmentationMasks
    return options
  }
}

/// Whether answers have the masks of people.
struct MaskAnswerOption: ParsableArguments {
  @Flag(help: "Also find the people's pixels; answers have the masks as Base64 of float32 values.")
  var segmentationMasks = false
}

/// `vision worker detect`.
struct WorkerDetectCommand: WorkerTaskCommand {
  static let task = "detect"
  static let configuration: CommandConfiguration = named("Find objects of known classes.")

  @OptionGroup var engine: EngineOptions
  @OptionGroup var requests: WorkerModeOption
  @OptionGroup(title: "Objects") var objects: DetectionOptions
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func makeTask(mode: RunningMode) throws -> any AnyVisionTask {
    let path = try engine.modelPath(default: DetectCommand.defaultModel)
    let options = taskOptions(modelPath: path, mode: mode)
    guard objects.track else { return try ObjectDetector(options: options) }
    let tracking = objects.applyTracking(try .fitting(detectorAt: path), to: options)
    return try TrackingDetector(options: options, tracking: tracking, liveResults: nil)
  }

  /// The flags as the API's options.
  func taskOptions(modelPath: String, mode: RunningMode) -> ObjectDetectorOptions {
    let options = ObjectDetectorOptions()
    engine.apply(to: options, modelPath: modelPath)
    options.runningMode = mode
    objects.apply(to: options)
    return options
  }
}

/// `vision worker track`.
struct WorkerTrackCommand: WorkerTaskCommand {
  static let task = "track"
  static let configuration: CommandConfiguration = named(
    "Find the most prominent objects, and follow them in video mode.")

  @OptionGroup var engine: EngineOptions
  @OptionGroup var requests: WorkerModeOption
  @OptionGroup(title: "Objects") var objects: TrackOptions
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func makeTask(mode: RunningMode) throws -> any AnyVisionTask {
    let options = taskOptions(
      detectorPath: try engine.modelPath(default: TrackCommand.defaultModel),
      classifierPath: try objects.classifierPath(), mode: mode)
    return try ObjectTrackingTask(options: options, answer: nil)
  }

  /// The flags as the API's options.
  func taskOptions(
    detectorPath: String, classifierPath: String?, mode: RunningMode
  ) -> VisionObjectDetectorOptions {
    let options = VisionObjectDetectorOptions()
    objects.apply(to: options, mode: mode)
    options.detectorModelPath = detectorPath
    options.classifierModelPath = classifierPath
    options.threadCount = engine.threads ?? 0
    if let kernels = engine.kernels { options.kernels = kernels }
    return options
  }
}

extension EngineOptions {
  /// Sets what all tasks' options have in common, for a task that has the machine to itself.
  fileprivate func apply(to options: TaskOptions, modelPath: String) {
    apply(to: options, modelPath: modelPath, threadCount: threads ?? 0)
  }
}
