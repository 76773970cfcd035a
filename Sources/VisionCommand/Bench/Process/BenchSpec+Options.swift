import MediaPipeTasksVision

extension BenchSpec {
  /// The threads that inference uses at a time: of one model, or of two side by side.
  var threadCount: Int {
    let options = BaseOptions()
    options.threadCount = threads
    return options.inference.threadCount
  }

  private var runningMode: RunningMode { mode == "video" ? .video : .image }

  private func configured<Options: TaskOptions>(_ options: Options) -> Options {
    options.baseOptions.modelAssetPath = model
    options.baseOptions.threadCount = threads
    options.baseOptions.kernels = kernels
    return options
  }

  /// The options of a run of the Gesture Recognizer.
  var gestureOptions: GestureRecognizerOptions {
    let options = configured(GestureRecognizerOptions())
    options.runningMode = runningMode
    options.numHands = numHands
    return options
  }

  /// The options of a run of the Hand Landmarker.
  var handOptions: HandLandmarkerOptions {
    let options = configured(HandLandmarkerOptions())
    options.runningMode = runningMode
    options.numHands = numHands
    return options
  }

  /// The options of a run of the Pose Landmarker.
  var poseOptions: PoseLandmarkerOptions {
    let options = configured(PoseLandmarkerOptions())
    options.runningMode = runningMode
    options.numPoses = numPoses
    options.shouldOutputSegmentationMasks = masks
    return options
  }

  /// The options of a run of the Object Detector.
  var detectorOptions: ObjectDetectorOptions {
    let options = configured(ObjectDetectorOptions())
    options.runningMode = runningMode
    options.maxResults = maxResults
    options.scoreThreshold = scoreThreshold
    return options
  }
}
