import Foundation
import MediaPipeTasksVision
import Testing

@testable import VisionTasks

@Suite struct OptionsTests {
  @Test("The defaults are MediaPipe's")
  func gestureDefaults() {
    let options = GestureRecognizerOptions()
    #expect(options.baseOptions.modelAssetPath == "")
    #expect(options.baseOptions.delegate == .CPU)
    #expect(options.runningMode == .image)
    #expect(options.gestureRecognizerLiveStreamDelegate == nil)
    #expect(options.numHands == 1)
    #expect(options.minHandDetectionConfidence == 0.5)
    #expect(options.minHandPresenceConfidence == 0.5)
    #expect(options.minTrackingConfidence == 0.5)
    #expect(options.handDetectionInterval == 1)
    #expect(options.cannedGesturesClassifierOptions == nil)
    #expect(options.customGesturesClassifierOptions == nil)
  }

  @Test("A model may be given as a URL, which is the same as its path")
  func modelURL() {
    let options = BaseOptions()
    #expect(options.modelAssetURL == nil)
    options.modelAssetURL = URL(fileURLWithPath: "/models/ein modell.task")
    #expect(options.modelAssetPath == "/models/ein modell.task")
    #expect(options.modelAssetURL?.path == "/models/ein modell.task")
    options.modelAssetURL = nil
    #expect(options.modelAssetPath == nil)
  }

  @Test("Hand Landmarker has the same defaults")
  func handDefaults() {
    let options = HandLandmarkerOptions()
    #expect(options.baseOptions.modelAssetPath == "")
    #expect(options.runningMode == .image)
    #expect(options.handLandmarkerLiveStreamDelegate == nil)
    #expect(options.numHands == 1)
    #expect(options.minHandDetectionConfidence == 0.5)
    #expect(options.minHandPresenceConfidence == 0.5)
    #expect(options.minTrackingConfidence == 0.5)
  }

  @Test("A classifier reports everything by default")
  func classifierDefaults() {
    let options = ClassifierOptions()
    #expect(options.displayNamesLocale == nil)
    #expect(options.maxResults == -1)
    #expect(options.scoreThreshold == 0)
    #expect(options.categoryAllowlist == nil)
    #expect(options.categoryDenylist == nil)
  }

  @Test("An explicit threshold of 0 differs from the default, in copies too")
  func explicitThreshold() throws {
    let options = ClassifierOptions()
    #expect(options.assignedScoreThreshold == nil)
    #expect(try #require(options.copy() as? ClassifierOptions).assignedScoreThreshold == nil)

    options.scoreThreshold = 0
    #expect(options.assignedScoreThreshold == 0)
    #expect(try #require(options.copy() as? ClassifierOptions).assignedScoreThreshold == 0)
  }

  @Test("A copy has every value, the weak delegate included")
  func gestureCopy() throws {
    let processor = GuideSpellingProcessor()
    let options = guideOptions(delegate: processor)
    options.baseOptions.modelAssetPath = "model.task"
    options.baseOptions.delegate = .GPU
    options.handDetectionInterval = 7
    options.cannedGesturesClassifierOptions = ClassifierOptions()
    options.cannedGesturesClassifierOptions?.categoryAllowlist = ["Victory"]
    options.customGesturesClassifierOptions = ClassifierOptions()
    options.customGesturesClassifierOptions?.maxResults = 3

    let copy = try #require(options.copy() as? GestureRecognizerOptions)
    #expect(copy !== options)
    #expect(copy.baseOptions !== options.baseOptions)
    #expect(copy.baseOptions.modelAssetPath == "model.task")
    #expect(copy.baseOptions.delegate == .GPU)
    #expect(copy.runningMode == .liveStream)
    #expect(copy.gestureRecognizerLiveStreamDelegate === processor)
    #expect(copy.numHands == 2)
    #expect(copy.minHandDetectionConfidence == 0.4)
    #expect(copy.minHandPresenceConfidence == 0.3)
    #expect(copy.minTrackingConfidence == 0.2)
    #expect(copy.handDetectionInterval == 7)
    #expect(copy.cannedGesturesClassifierOptions?.categoryAllowlist == ["Victory"])
    #expect(copy.customGesturesClassifierOptions?.maxResults == 3)

    copy.baseOptions.modelAssetPath = "other.task"
    copy.cannedGesturesClassifierOptions?.categoryAllowlist = nil
    #expect(options.baseOptions.modelAssetPath == "model.task")
    #expect(options.cannedGesturesClassifierOptions?.categoryAllowlist == ["Victory"])
  }

  @Test("A copy of Hand Landmarker's options has every value")
  func handCopy() throws {
    let processor = IndifferentProcessor()
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = "model.task"
    options.runningMode = .liveStream
    options.handLandmarkerLiveStreamDelegate = processor
    options.numHands = 4
    options.minHandDetectionConfidence = 0.1
    options.minHandPresenceConfidence = 0.2
    options.minTrackingConfidence = 0.3
    options.handDetectionInterval = 5

    let copy = try #require(options.copy() as? HandLandmarkerOptions)
    #expect(copy.baseOptions.modelAssetPath == "model.task")
    #expect(copy.runningMode == .liveStream)
    #expect(copy.handLandmarkerLiveStreamDelegate === processor)
    #expect(copy.numHands == 4)
    #expect(copy.minHandDetectionConfidence == 0.1)
    #expect(copy.minHandPresenceConfidence == 0.2)
    #expect(copy.minTrackingConfidence == 0.3)
    #expect(copy.handDetectionInterval == 5)
  }

  @Test("A copy of Pose Landmarker's options has every value")
  func poseCopy() throws {
    let options = PoseLandmarkerOptions()
    #expect(options.poseDetectionInterval == 1)
    options.numPoses = 4
    options.minPoseDetectionConfidence = 0.1
    options.minPosePresenceConfidence = 0.2
    options.minTrackingConfidence = 0.3
    options.poseDetectionInterval = 6
    options.shouldOutputSegmentationMasks = true
    options.shouldSmoothLandmarks = false

    let copy = try #require(options.copy() as? PoseLandmarkerOptions)
    #expect(copy.numPoses == 4)
    #expect(copy.minPoseDetectionConfidence == 0.1)
    #expect(copy.minPosePresenceConfidence == 0.2)
    #expect(copy.minTrackingConfidence == 0.3)
    #expect(copy.poseDetectionInterval == 6)
    #expect(copy.shouldOutputSegmentationMasks)
    #expect(!copy.shouldSmoothLandmarks)
  }

  @Test("Assigned option objects are copied, read ones are live")
  func copyOnAssignment() {
    let base = BaseOptions()
    base.modelAssetPath = "first.task"
    let classifier = ClassifierOptions()
    classifier.categoryDenylist = ["None"]
    let options = GestureRecognizerOptions()
    options.baseOptions = base
    options.cannedGesturesClassifierOptions = classifier

    base.modelAssetPath = "second.task"
    classifier.categoryDenylist = nil
    #expect(options.baseOptions.modelAssetPath == "first.task")
    #expect(options.cannedGesturesClassifierOptions?.categoryDenylist == ["None"])

    options.baseOptions.modelAssetPath = "third.task"
    #expect(options.baseOptions.modelAssetPath == "third.task")
  }

  @Test("The delegate is held weakly")
  func weakDelegate() {
    let options = GestureRecognizerOptions()
    do {
      let processor = GuideSpellingProcessor()
      options.gestureRecognizerLiveStreamDelegate = processor
      #expect(options.gestureRecognizerLiveStreamDelegate != nil)
    }
    #expect(options.gestureRecognizerLiveStreamDelegate == nil)
  }

  @Test("The raw values are MediaPipe's")
  func rawValues() {
    #expect(Delegate.allCases.map(\.rawValue) == [0, 1])
    #expect(RunningMode.allCases.map(\.rawValue) == [0, 1, 2])
    #expect(RunningMode.allCases.map(\.name) == ["Image", "Video", "Live Stream"])
    #expect(MaskDataType.allCases.map(\.rawValue) == [0, 1])
  }
}
