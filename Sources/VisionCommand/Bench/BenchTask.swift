import MediaPipeTasksVision

/// The task of a run behind one call: a picture in, whether anything was found out.
struct BenchTask {
  let call: (MPImage, _ timestampInMilliseconds: Int) throws -> Bool

  /// The names that can be benchmarked.
  static let names = ["gesture", "hand", "pose"]

  /// The catalog's name of the model that a task takes when none is named.
  static func defaultModel(of task: String) -> String {
    switch task {
    case "hand": "hand_landmarker"
    case "pose": "pose_landmarker_lite"
    default: "gesture_recognizer"
    }
  }

  /// A recorder gets the stages' times; without one the public task is timed.
  init(_ spec: BenchSpec, recorder: StageRecorder? = nil) throws {
    switch spec.task {
    case "gesture":
      let options = GestureRecognizerOptions()
      options.numHands = spec.numHands
      Self.configure(options, spec) { options.runningMode = $0 }
      if let recorder {
        let pipeline = try GestureRecognizerPipeline(options: options, recorder: recorder)
        call = { try !pipeline.process(Frame($0), timestampInMilliseconds: $1).landmarks.isEmpty }
      } else {
        let task = try GestureRecognizer(options: options)
        call = { image, timestamp in
          let result =
            try options.runningMode == .image
            ? task.recognize(image: image)
            : task.recognize(videoFrame: image, timestampInMilliseconds: timestamp)
          return !result.landmarks.isEmpty
        }
      }
    case "hand":
      let options = HandLandmarkerOptions()
      options.numHands = spec.numHands
      Self.configure(options, spec) { options.runningMode = $0 }
      if let recorder {
        let pipeline = try HandLandmarkerPipeline(options: options, recorder: recorder)
        call = { try !pipeline.process(Frame($0), timestampInMilliseconds: $1).landmarks.isEmpty }
      } else {
        let task = try HandLandmarker(options: options)
        call = { image, timestamp in
          let result =
            try options.runningMode == .image
            ? task.detect(image: image) : task.detect(videoFrame: image, timestampInMilliseconds: timestamp)
          return !result.landmarks.isEmpty
        }
      }
    case "pose":
      let options = PoseLandmarkerOptions()
      options.numPoses = spec.numPoses
      options.shouldOutputSegmentationMasks = spec.masks
      Self.configure(options, spec) { options.runningMode = $0 }
      if let recorder {
        let pipeline = try PosePipeline(options: options, recorder: recorder)
        call = { try !pipeline.process(Frame($0), timestampInMilliseconds: $1).landmarks.isEmpty }
      } else {
        let task = try PoseLandmarker(options: options)
        call = { image, timestamp in
          let result =
            try options.runningMode == .image
            ? task.detect(image: image) : task.detect(videoFrame: image, timestampInMilliseconds: timestamp)
          return !result.landmarks.isEmpty
        }
      }
    default:
      throw TasksError.invalidArgument(
        "\"\(spec.task)\" cannot be benchmarked; allowed are \(Self.names.joined(separator: ", ")).")
    }
  }

  private static func configure(_ options: TaskOptions, _ spec: BenchSpec, setMode: (RunningMode) -> Void) {
    options.baseOptions.modelAssetPath = spec.model
    options.baseOptions.threadCount = spec.threads
    setMode(spec.mode == "video" ? .video : .image)
  }
}
