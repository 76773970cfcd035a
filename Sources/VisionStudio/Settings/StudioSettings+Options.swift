import FirebaseMLVision
import MediaPipeTasksVision

extension StudioSettings {
  /// The settings as options of the Gesture Recognizer.
  package func gestureOptions(modelPath: String, mode: RunningMode) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    apply(to: options, modelPath: modelPath)
    options.runningMode = mode
    options.numHands = integer(.numHands) ?? options.numHands
    options.minHandDetectionConfidence = number(.minHandDetectionConfidence) ?? options.minHandDetectionConfidence
    options.minHandPresenceConfidence = number(.minHandPresenceConfidence) ?? options.minHandPresenceConfidence
    options.minTrackingConfidence = number(.minTrackingConfidence) ?? options.minTrackingConfidence
    options.cannedGesturesClassifierOptions = classifier(
      .cannedScoreThreshold, .cannedMaxResults, .cannedAllow, .cannedDeny)
    options.customGesturesClassifierOptions = classifier(
      .customScoreThreshold, .customMaxResults, .customAllow, .customDeny)
    return options
  }

  /// The settings as options of the Hand Landmarker.
  package func handOptions(modelPath: String, mode: RunningMode) -> HandLandmarkerOptions {
    let options = HandLandmarkerOptions()
    apply(to: options, modelPath: modelPath)
    options.runningMode = mode
    options.numHands = integer(.numHands) ?? options.numHands
    options.minHandDetectionConfidence = number(.minHandDetectionConfidence) ?? options.minHandDetectionConfidence
    options.minHandPresenceConfidence = number(.minHandPresenceConfidence) ?? options.minHandPresenceConfidence
    options.minTrackingConfidence = number(.minTrackingConfidence) ?? options.minTrackingConfidence
    return options
  }

  /// The settings as options of the Pose Landmarker.
  package func poseOptions(modelPath: String, mode: RunningMode) -> PoseLandmarkerOptions {
    let options = PoseLandmarkerOptions()
    apply(to: options, modelPath: modelPath)
    options.runningMode = mode
    options.numPoses = integer(.numPoses) ?? options.numPoses
    options.minPoseDetectionConfidence = number(.minPoseDetectionConfidence) ?? options.minPoseDetectionConfidence
    options.minPosePresenceConfidence = number(.minPosePresenceConfidence) ?? options.minPosePresenceConfidence
    options.minTrackingConfidence = number(.minTrackingConfidence) ?? options.minTrackingConfidence
    options.shouldOutputSegmentationMasks = value(.segmentationMasks) == .toggle(true)
    options.shouldSmoothLandmarks = value(.smoothing) == .toggle(true)
    return options
  }

  /// The settings as options of the Object Detector.
  package func detectorOptions(modelPath: String, mode: RunningMode) -> ObjectDetectorOptions {
    let options = ObjectDetectorOptions()
    apply(to: options, modelPath: modelPath)
    options.runningMode = mode
    options.maxResults = integer(.maxResults) ?? options.maxResults
    // Assigned only when given: an assigned threshold replaces the model's own.
    if let threshold = number(.scoreThreshold) { options.scoreThreshold = threshold }
    options.categoryAllowlist = names(.categoryAllow) ?? []
    options.categoryDenylist = names(.categoryDeny) ?? []
    if case .text(let locale) = value(.displayNamesLocale) { options.displayNamesLocale = locale }
    return options
  }

  /// The settings as options of ML Kit's object detection and tracking; a picture stands alone.
  package func trackerOptions(
    modelPath: String, classifierPath: String?, mode: RunningMode
  ) -> VisionObjectDetectorOptions {
    let options = VisionObjectDetectorOptions()
    options.detectorMode = mode == .image ? .singleImage : .stream
    options.shouldEnableMultipleObjects = value(.multipleObjects) == .toggle(true)
    options.shouldEnableClassification = asksForCategories
    options.detectorModelPath = modelPath
    options.classifierModelPath = classifierPath
    options.detectorStride = integer(.detectorStride) ?? options.detectorStride
    options.threadCount = integer(.threads) ?? 0
    return options
  }

  /// Whether objects are to be put into categories, which takes a model more.
  var asksForCategories: Bool { value(.classify) == .toggle(true) }

  private func apply(to options: TaskOptions, modelPath: String) {
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.threadCount = integer(.threads) ?? 0
  }

  /// Nil when nothing was chosen, so that the model's own threshold stays in force.
  private func classifier(
    _ threshold: SettingKey, _ maxResults: SettingKey, _ allow: SettingKey, _ deny: SettingKey
  ) -> ClassifierOptions? {
    guard [threshold, maxResults, allow, deny].contains(where: { values[$0] != nil }) else { return nil }
    let options = ClassifierOptions()
    if let threshold = number(threshold) { options.scoreThreshold = threshold }
    if let maxResults = integer(maxResults) { options.maxResults = maxResults }
    options.categoryAllowlist = names(allow)
    options.categoryDenylist = names(deny)
    return options
  }

  private func number(_ key: SettingKey) -> Float? {
    if case .number(let number) = value(key) { Float(number) } else { nil }
  }

  private func integer(_ key: SettingKey) -> Int? {
    if case .number(let number) = value(key) { Int(exactly: number) } else { nil }
  }

  private func names(_ key: SettingKey) -> [String]? {
    if case .names(let names) = value(key) { names } else { nil }
  }
}
