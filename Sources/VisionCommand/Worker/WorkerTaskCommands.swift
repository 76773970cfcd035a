import ArgumentParser
import FirebaseMLVision
import MediaPipeTasksVision
import VisionFindings

/// `vision worker hand`.
struct WorkerHandCommand: WorkerTaskCommand {
  static let task = "hand"
  static let configuration: CommandConfiguration = named("Find hand landmarks.")

  @OptionGroup var engine: EngineOptions
  @OptionGroup var requests: WorkerModeOption
  @OptionGroup(title: "Hands") var hands: HandOptions
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func makeTask(mode: RunningMode) throws -> any RunnableTask {
    let options = HandLandmarkerOptions()
    try engine.apply(to: options, default: HandCommand.defaultModel)
    options.runningMode = mode
    hands.apply(to: options)
    return try HandLandmarker(options: options)
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

  func makeTask(mode: RunningMode) throws -> any RunnableTask {
    let options = GestureRecognizerOptions()
    try engine.apply(to: options, default: GestureCommand.defaultModel)
    options.runningMode = mode
    hands.apply(to: options)
    options.cannedGesturesClassifierOptions = canned.classifierOptions
    options.customGesturesClassifierOptions = custom.classifierOptions
    return try GestureRecognizer(options: options)
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

  func makeTask(mode: RunningMode) throws -> any RunnableTask {
    let options = PoseLandmarkerOptions()
    try engine.apply(to: options, default: PoseCommand.defaultModel)
    options.runningMode = mode
    poses.apply(to: options)
    options.shouldOutputSegmentationMasks = masks.segmentationMasks
    return try PoseLandmarker(options: options)
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

  func makeTask(mode: RunningMode) throws -> any RunnableTask {
    let options = ObjectDetectorOptions()
    let path = try engine.apply(to: options, default: DetectCommand.defaultModel)
    options.runningMode = mode
    objects.apply(to: options)
    guard objects.track else { return try ObjectDetector(options: options) }
    let tracking = objects.applyTracking(try .fitting(detectorAt: path), to: options)
    return try TrackingDetector(options: options, tracking: tracking, liveResults: nil)
  }
}

/// `vision worker track`.
struct WorkerTrackCommand: WorkerTaskCommand {
  static let task = "track"
  static let configuration: CommandConfiguration = named("Find the most prominent objects, and follow them in video mode.")

  @OptionGroup var engine: EngineOptions
  @OptionGroup var requests: WorkerModeOption
  @OptionGroup(title: "Objects") var objects: TrackOptions
  @OptionGroup(title: "Limits") var worker: WorkerLimitOptions

  func makeTask(mode: RunningMode) throws -> any RunnableTask {
    let options = VisionObjectDetectorOptions()
    objects.apply(to: options, mode: mode)
    options.detectorModelPath = try engine.modelPath(default: TrackCommand.defaultModel)
    options.classifierModelPath = try objects.classifierPath()
    options.threadCount = engine.threads ?? 0
    if let kernels = engine.kernels { options.kernels = kernels }
    return try ObjectTrackingTask(options: options, answer: nil)
  }
}

extension EngineOptions {
  /// Sets what all tasks' options have in common, for a task that has the machine to itself.
  ///
  /// - Returns: The model's path.
  @discardableResult
  fileprivate func apply(to options: TaskOptions, default name: String) throws -> String {
    let path = try modelPath(default: name)
    apply(to: options, modelPath: path, threadCount: threads ?? 0)
    return path
  }
}
