import Testing
import VisionTasks

@testable import VisionStudio

@Suite("Settings")
struct SettingsTests {
  @Test(
    "Without a choice every task has the API's own defaults, but for the detector's threshold, which is the command's")
  func defaults() throws {
    let gesture = try StudioSettings(task: .gesture).options(of: GestureRecognizer.self, mode: .image)
    let gestureDefaults = GestureRecognizerOptions()
    #expect(gesture.numHands == gestureDefaults.numHands)
    #expect(gesture.minHandDetectionConfidence == gestureDefaults.minHandDetectionConfidence)
    #expect(gesture.minHandPresenceConfidence == gestureDefaults.minHandPresenceConfidence)
    #expect(gesture.minTrackingConfidence == gestureDefaults.minTrackingConfidence)
    #expect(gesture.cannedGesturesClassifierOptions == nil && gesture.customGesturesClassifierOptions == nil)
    #expect(gesture.baseOptions.threadCount == 0 && gesture.baseOptions.modelAssetPath == "m")
    let pose = try StudioSettings(task: .pose).options(of: PoseLandmarker.self, mode: .video)
    let poseDefaults = PoseLandmarkerOptions()
    #expect(pose.numPoses == poseDefaults.numPoses && pose.runningMode == .video)
    #expect(pose.shouldOutputSegmentationMasks == poseDefaults.shouldOutputSegmentationMasks)
    #expect(pose.shouldSmoothLandmarks == poseDefaults.shouldSmoothLandmarks)
    let detector = try StudioSettings(task: .detect).options(of: ObjectDetector.self, mode: .image)
    #expect(detector.maxResults == ObjectDetectorOptions().maxResults && detector.displayNamesLocale == "en")
    #expect(detector.scoreThreshold == 0.3 && ObjectDetectorOptions().scoreThreshold == 0)
  }

  @Test("Every value reaches its option")
  func everyValue() throws {
    let gesture = try StudioSettings(
      task: .gesture,
      values: [
        "numHands": .number(3), "minHandDetectionConfidence": .number(0.1), "minHandPresenceConfidence": .number(0.2),
        "minTrackingConfidence": .number(0.3), "cannedScoreThreshold": .number(0), "cannedMaxResults": .number(4),
        "cannedAllow": .names(["Victory"]), "customDeny": .names(["none"]), "threads": .number(2),
      ]
    ).options(of: GestureRecognizer.self, mode: .image)
    #expect(gesture.numHands == 3 && gesture.minHandDetectionConfidence == 0.1)
    #expect(gesture.minHandPresenceConfidence == 0.2 && gesture.minTrackingConfidence == 0.3)
    #expect(gesture.cannedGesturesClassifierOptions?.assignedScoreThreshold != nil)
    #expect(gesture.cannedGesturesClassifierOptions?.maxResults == 4)
    #expect(gesture.cannedGesturesClassifierOptions?.categoryAllowlist == ["Victory"])
    #expect(gesture.customGesturesClassifierOptions?.categoryDenylist == ["none"])
    #expect(gesture.customGesturesClassifierOptions?.assignedScoreThreshold == nil)
    #expect(gesture.baseOptions.threadCount == 2)
    let pose = try StudioSettings(
      task: .pose, values: ["numPoses": .number(2), "segmentationMasks": .toggle(true), "smoothing": .toggle(false)]
    ).options(of: PoseLandmarker.self, mode: .image)
    #expect(pose.numPoses == 2 && pose.shouldOutputSegmentationMasks && !pose.shouldSmoothLandmarks)
    let detector = try StudioSettings(
      task: .detect,
      values: ["scoreThreshold": .number(0), "maxResults": .number(7), "displayNamesLocale": .text("de")]
    ).options(of: ObjectDetector.self, mode: .image)
    #expect(detector.scoreThreshold == 0 && detector.maxResults == 7 && detector.displayNamesLocale == "de")
  }

  @Test("Each setting belongs to a task, has an explanation, and takes its own initial value")
  func table() throws {
    for task in StudioTask.all {
      #expect(Set(task.allSettings.map(\.key)).count == task.allSettings.count, "\(task.name)")
      #expect(Set(task.settings.map(\.key)).count == task.settings.count, "\(task.name)")
    }
    for setting in StudioTask.all.flatMap(\.allSettings) {
      #expect(
        setting.help.hasSuffix(".") && (setting.details.isEmpty || setting.details.hasSuffix(".")), "\(setting.key)")
      #expect(
        (setting.initial == nil) == (setting.unsetText != nil) || setting.initial == .number(-1), "\(setting.key)")
      if let initial = setting.initial { try setting.check(initial, as: setting.key, from: .visitor) }
    }
  }

  @Test(
    "What is not allowed is refused by name",
    arguments: [
      #"{"task":"dance"}"#, #"{"task":"gesture","values":{"numHands":0}}"#,
      #"{"task":"gesture","values":{"numHands":1.5}}"#, #"{"task":"gesture","values":{"numHands":1e300}}"#,
      #"{"task":"gesture","values":{"minTrackingConfidence":1.5}}"#,
      #"{"task":"gesture","values":{"minTrackingConfidence":"high"}}"#,
      #"{"task":"gesture","values":{"cannedAllow":["A"],"cannedDeny":["B"]}}"#,
      #"{"task":"gesture","values":{"cannedAllow":["a,b"]}}"#, #"{"task":"gesture","values":{"cannedAllow":[""]}}"#,
      #"{"task":"pose","values":{"segmentationMasks":1}}"#, #"{"task":"detect","values":{"wings":2}}"#,
      #"{"task":"detect","values":{"maxResults":-2}}"#, #"{"task":"detect","values":{"threads":0}}"#,
      #"{"task":"pose","values":{"rotation":"45"}}"#, #"{"task":"pose","values":{"rotation":90}}"#,
      #"{"task":"pose","values":{"maxFrames":0}}"#, #"{"task":"pose","values":{"kernels":"mine"}}"#,
    ])
  func refused(json: String) throws {
    let error = try #require(throws: TasksError.self) {
      try JSONDecoder().decode(StudioSettings.self, from: Data(json.utf8))
    }
    #expect(error.code == .invalidArgumentError)
  }

  @Test("A visitor reads the words that the page has for a setting")
  func labels() throws {
    func message(_ key: String, _ value: OptionValue) throws -> String {
      try #require(throws: TasksError.self) { try StudioSettings(task: .segment, values: [key: value]) }.message
    }
    #expect(
      try message("categoryMask", .toggle(false))
        == "Category mask and confidence masks are both off, so nothing is left to find; add Confidence masks.")
    #expect(try message("maxFrames", .number(0)).hasPrefix("Maximum frames is 0; "))
  }

  @Test("Refused numbers are written as they were given")
  func refusedNumbers() throws {
    func message(_ key: String, _ value: Double) throws -> String {
      let setting = try #require(StudioTask.all.flatMap(\.settings).first { $0.key == key })
      return try #require(throws: TasksError.self) { try setting.check(.number(value), as: key, from: .visitor) }
        .message
    }
    #expect(try message("numPoses", 999) == "numPoses is 999; allowed are 1 to 16.")
    #expect(try message("numPoses", 1.5) == "numPoses is 1.5; allowed are 1 to 16.")
    #expect(try message("minTrackingConfidence", 2) == "minTrackingConfidence is 2; allowed are 0 to 1.")
  }

  @Test("Initial values and empty lists count as not chosen, other tasks' settings are left out")
  func normal() throws {
    let settings = try StudioSettings(
      task: .detect,
      values: ["maxResults": .number(-1), "categoryAllow": .names([]), "numHands": .number(2), "threads": .number(3)])
    #expect(settings.values == ["threads": .number(3)])
    #expect(settings.model == "efficientdet_lite0_int8")
    // Where following takes the threshold's initial value away, choosing that value is a choice.
    let following = try StudioSettings(
      task: .detect, values: ["track": .toggle(true), "scoreThreshold": .number(0.3), "rotation": .text("0")])
    #expect(following.values == ["track": .toggle(true), "scoreThreshold": .number(0.3)])
  }
}
