import MediaPipeTasksVision
import TestSupport
import Testing

@testable import VisionTasks

@Suite struct OptionsValidationTests {
  private func gestureOptions(_ change: (GestureRecognizerOptions) -> Void = { _ in }) -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = "model.task"
    change(options)
    return options
  }

  /// The message of the refusal; records an issue when there is none or its code is not 3.
  private func refusal(of options: GestureRecognizerOptions) -> String {
    let error = #expect(throws: TasksError.self) { try options.validate() }
    #expect(error?.code == .invalidArgumentError)
    return error?.message ?? ""
  }

  @Test("Defaults with a model path pass, and so do the ends of every range")
  func accepted() {
    #expect(throws: Never.self) { try gestureOptions().validate() }
    for confidence: Float in [0, 1] {
      let options = gestureOptions {
        $0.minHandDetectionConfidence = confidence
        $0.minHandPresenceConfidence = confidence
        $0.minTrackingConfidence = confidence
        $0.numHands = .max
        $0.runningMode = .video
      }
      #expect(throws: Never.self) { try options.validate() }
    }
  }

  @Test("A missing model path is refused with a word on what to do", arguments: [nil, ""] as [String?])
  func missingModel(path: String?) {
    let message = refusal(of: gestureOptions { $0.baseOptions.modelAssetPath = path })
    #expect(message.contains("modelAssetPath is \(path == nil ? "nil" : "empty")"))
    #expect(message.contains("set it to the path of a model file"))
  }

  @Test(
    "Fewer hands or people than one are refused; any larger number is allowed, as in MediaPipe",
    arguments: [0, -1, Int.min])
  func numbers(value: Int) throws {
    #expect(
      refusal(of: gestureOptions { $0.numHands = value }) == "numHands is \(value); allowed is any integer from 1.")
  }

  @Test("A detection interval below 1 is refused", arguments: [0, -1, Int.min])
  func detectionInterval(value: Int) {
    let message = refusal(of: gestureOptions { $0.handDetectionInterval = value })
    #expect(message == "handDetectionInterval is \(value); allowed is any integer from 1.")
  }

  @Test("Confidences outside 0...1 are refused by name, value and range", arguments: [-0.5, 1.5, Float.nan, .infinity])
  func confidences(value: Float) {
    let detection = refusal(of: gestureOptions { $0.minHandDetectionConfidence = value })
    #expect(detection == "minHandDetectionConfidence is \(value); allowed are 0 to 1.")
    let presence = refusal(of: gestureOptions { $0.minHandPresenceConfidence = value })
    #expect(presence == "minHandPresenceConfidence is \(value); allowed are 0 to 1.")
    let tracking = refusal(of: gestureOptions { $0.minTrackingConfidence = value })
    #expect(tracking == "minTrackingConfidence is \(value); allowed are 0 to 1.")
  }

  @Test("Up to 256 threads are allowed", arguments: [-1, 257, 100_000])
  func threads(value: Int) throws {
    #expect(
      refusal(of: gestureOptions { $0.baseOptions.threadCount = value })
        == "baseOptions.threadCount is \(value); allowed are 0 (chosen by the task) to 256.")
    for allowed in [0, 256] { try gestureOptions { $0.baseOptions.threadCount = allowed }.validate() }
  }

  @Test("One classifier takes an allowlist or a denylist, not both")
  func bothLists() throws {
    let both = ClassifierOptions()
    both.categoryAllowlist = ["Victory", "Thumb_Up"]
    both.categoryDenylist = ["None"]
    let canned = refusal(of: gestureOptions { $0.cannedGesturesClassifierOptions = both })
    #expect(canned.contains("cannedGesturesClassifierOptions.categoryAllowlist has 2 names"))
    #expect(canned.contains("cannedGesturesClassifierOptions.categoryDenylist has 1"))
    let custom = refusal(of: gestureOptions { $0.customGesturesClassifierOptions = both })
    #expect(custom.contains("customGesturesClassifierOptions.categoryAllowlist"))

    both.categoryDenylist = []
    try gestureOptions { $0.cannedGesturesClassifierOptions = both }.validate()
  }

  @Test("A threshold has to be a number")
  func thresholdNotANumber() {
    let classifier = ClassifierOptions()
    classifier.scoreThreshold = .nan
    let message = refusal(of: gestureOptions { $0.customGesturesClassifierOptions = classifier })
    #expect(message.contains("customGesturesClassifierOptions.scoreThreshold is nan"))
  }

  @Test("Live stream needs a delegate")
  func liveStreamWithoutDelegate() throws {
    let message = refusal(of: gestureOptions { $0.runningMode = .liveStream })
    #expect(message.contains("gestureRecognizerLiveStreamDelegate is nil; running mode Live Stream needs a delegate"))

    let processor = GuideSpellingProcessor()
    try gestureOptions {
      $0.runningMode = .liveStream
      $0.gestureRecognizerLiveStreamDelegate = processor
    }.validate()
  }

  @Test("Image and video mode take no delegate", arguments: [RunningMode.image, .video])
  func superfluousDelegate(mode: RunningMode) {
    let processor = GuideSpellingProcessor()
    let options = gestureOptions {
      $0.runningMode = mode
      $0.gestureRecognizerLiveStreamDelegate = processor
    }
    let message = refusal(of: options)
    #expect(message.contains("gestureRecognizerLiveStreamDelegate is set, but running mode \(mode.name)"))
  }

  @Test("Hand Landmarker's options are checked alike")
  func handLandmarker() throws {
    let options = HandLandmarkerOptions()
    #expect(throws: TasksError.self) { try options.validate() }
    options.baseOptions.modelAssetPath = "model.task"
    try options.validate()

    options.numHands = 0
    #expect(throws: TasksError.invalidArgument("numHands is 0; allowed is any integer from 1.")) {
      try options.validate()
    }
    options.numHands = 1
    options.runningMode = .liveStream
    let error = #expect(throws: TasksError.self) { try options.validate() }
    #expect(error?.message.hasPrefix("handLandmarkerLiveStreamDelegate is nil") == true)
  }

  @Test("A locale without names is said, with those there are")
  func locale() {
    #expect(
      LabelWarning.text(locale: "xx", available: ["en", "de"], model: "a.tflite")
        == "displayNamesLocale is xx; the locales of model a.tflite's labels are: en, de. Results have no displayName.")
    #expect(LabelWarning.text(locale: "xx", available: [], model: "a.tflite").contains("are: none."))
  }

  @Test("The smallest number of results means all, as every negative one", arguments: [-1, -2, Int.min])
  func maxResults(value: Int) throws {
    let options = ObjectDetectorOptions()
    options.maxResults = value
    options.baseOptions.modelAssetPath = "model.tflite"
    try options.validate()
    if SharedFolder.isPresent {
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/ssd_mobilenet_v1_coco_quant.tflite")
      let black = [UInt8](repeating: 0, count: 32 * 24 * 3)
      let image = try ImageBuffer(copying: black, width: 32, height: 24, format: .rgb)
      let result = try ObjectDetector(options: options).detect(image: MPImage(imageBuffer: image))
      #expect(result.detections.count == 10, "all that the model has")
    }
    let classifier = ClassifierOptions()
    classifier.maxResults = value
    let gestures = GestureRecognizerOptions()
    gestures.baseOptions.modelAssetPath = "model.task"
    gestures.cannedGesturesClassifierOptions = classifier
    try gestures.validate()
    let filter = try ClassificationFilter(labels: ["a", "b"], maxResults: value)
    var kept: [ScoredIndex] = []
    [Float(0.25), 0.75].withUnsafeBufferPointer { filter($0, into: &kept) }
    #expect(kept.map(\.index) == [1, 0])
  }
}

extension GestureRecognizerOptions {
  fileprivate func validate() throws { try GestureRecognizer.validate(self) }
}

extension HandLandmarkerOptions {
  fileprivate func validate() throws { try HandLandmarker.validate(self) }
}

extension ObjectDetectorOptions {
  fileprivate func validate() throws { try ObjectDetector.validate(self) }
}
