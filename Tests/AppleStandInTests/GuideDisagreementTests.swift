import MediaPipeTasksVision
import TestSupport
import Testing

/// Where MediaPipe's guides and headers disagree, code after either compiles and works.
@Suite(.needs(.shared))
struct GuideDisagreementTests {
  /// Counts a delegate's calls, and waits for them. Sendable since all is touched under the condition's lock only.
  class Calls: NSObject, @unchecked Sendable {
    private let condition = NSCondition()
    private var names: [String] = []

    func note(_ name: String) {
      condition.withLock {
        names.append(name)
        condition.broadcast()
      }
    }

    /// The calls so far, once there are as many.
    func all(_ count: Int) -> [String] {
      let end = Date(timeIntervalSinceNow: 300)
      return condition.withLock {
        while names.count < count, condition.wait(until: end) {}
        return names
      }
    }
  }

  final class GuideGestures: Calls, GestureRecognizerLiveStreamDelegate, @unchecked Sendable {
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
      timestampInMilliseconds: Int, error: Error?
    ) { note("guide") }
  }

  final class HeaderGestures: Calls, GestureRecognizerLiveStreamDelegate, @unchecked Sendable {
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
      timestampInMilliseconds: Int, error: Error?
    ) { note("header") }
  }

  final class BothGestures: Calls, GestureRecognizerLiveStreamDelegate, @unchecked Sendable {
    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
      timestampInMilliseconds: Int, error: Error?
    ) { note("guide") }

    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
      timestampInMilliseconds: Int, error: Error?
    ) { note("header") }
  }

  /// With the guide's own name for the result, which is not a part of the label.
  final class GuideObjects: Calls, ObjectDetectorLiveStreamDelegate, @unchecked Sendable {
    func objectDetector(
      _ objectDetector: ObjectDetector, didFinishDetection objectDetectionResult: ObjectDetectorResult?,
      timestampInMilliseconds: Int, error: Error?
    ) { note("\(objectDetectionResult?.detections.count ?? -1)") }
  }

  final class Poses: Calls, PoseLandmarkerLiveStreamDelegate, @unchecked Sendable {
    func poseLandmarker(
      _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
      timestampInMilliseconds: Int, error: Error?
    ) { note("\(result?.landmarks.count ?? -1)") }
  }

  private static func model(_ name: String) throws -> String { try SharedFolder.model(name) }

  @Test("A gesture delegate with the guide's label, the header's or both gets one call a frame")
  func gestureLabels() throws {
    for (delegate, name) in [
      (GuideGestures(), "guide"), (HeaderGestures(), "header"), (BothGestures(), "header"),
    ] as [(Calls & GestureRecognizerLiveStreamDelegate, String)] {
      let options = GestureRecognizerOptions()
      options.baseOptions.modelAssetPath = try Self.model("gesture_recognizer.task")
      options.runningMode = .liveStream
      options.gestureRecognizerLiveStreamDelegate = delegate
      let recognizer = try GestureRecognizer(options: options)
      let image = try MPImage(uiImage: #require(UIImage(contentsOfFile: SharedFolder.media("pointing_up.png"))))
      for time in 1...3 {
        try recognizer.recognizeAsync(image: image, timestampInMilliseconds: time)
        #expect(delegate.all(time) == Array(repeating: name, count: time))
      }
    }
  }

  @Test("Object and pose delegates have one label, in guide and header, and get one call a frame")
  func otherLabels() throws {
    let (objects, poses) = (GuideObjects(), Poses())
    let objectOptions = ObjectDetectorOptions()
    objectOptions.baseOptions.modelAssetPath = try Self.model("ssd_mobilenet_v1_coco_quant.tflite")
    objectOptions.runningMode = .liveStream
    objectOptions.maxResults = 2
    objectOptions.objectDetectorLiveStreamDelegate = objects
    let detector = try ObjectDetector(options: objectOptions)
    let cat = try MPImage(uiImage: #require(UIImage(contentsOfFile: SharedFolder.media("cat_720p.jpg"))))
    try detector.detectAsync(image: cat, timestampInMilliseconds: 1)
    #expect(objects.all(1) == ["2"])

    let poseOptions = PoseLandmarkerOptions()
    poseOptions.baseOptions.modelAssetPath = try Self.model("pose_landmarker_lite.task")
    poseOptions.runningMode = .liveStream
    poseOptions.poseLandmarkerLiveStreamDelegate = poses
    let landmarker = try PoseLandmarker(options: poseOptions)
    let person = try MPImage(uiImage: #require(UIImage(contentsOfFile: SharedFolder.media("yoga.png"))))
    try landmarker.detectAsync(image: person, timestampInMilliseconds: 1)
    #expect(poses.all(1) == ["1"])
  }

  @Test("An optional path is taken as it is; nil is an error with code 3 of the tasks' domain")
  func optionalPath() throws {
    let nothing = Bundle.main.path(forResource: "no such model", ofType: "task")
    let path: String? = try Self.model("gesture_recognizer.task")
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = path
    _ = try GestureRecognizer(options: options)
    _ = try GestureRecognizer(modelPath: path)
    let failures: [() throws -> Void] = [
      { _ = try GestureRecognizer(modelPath: nothing) }, { _ = try ObjectDetector(modelPath: nothing) },
      { _ = try PoseLandmarker(modelPath: nothing) }, { _ = try HandLandmarker(modelPath: nothing) },
      {
        options.baseOptions.modelAssetPath = nothing
        _ = try GestureRecognizer(options: options)
      },
    ]
    for failure in failures {
      #expect { try failure() } throws: { error in
        (error as NSError).code == 3 && (error as NSError).domain == "com.google.mediapipe.tasks"
      }
    }
  }

  @Test("The object guide's two calls without a timestamp work beside those of the header")
  func noTimestamp() throws {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = try Self.model("ssd_mobilenet_v1_coco_quant.tflite")
    options.runningMode = .video
    let image = try MPImage(uiImage: #require(UIImage(contentsOfFile: SharedFolder.media("cat_720p.jpg"))))
    let video = try ObjectDetector(options: options)
    let first = try video.detect(videoFrame: image)
    let second = try video.detect(videoFrame: image, timestampInMilliseconds: first.timestampInMilliseconds + 1)
    #expect(second.detections.map(\.boundingBox) == first.detections.map(\.boundingBox))
    let listener = GuideObjects()
    options.runningMode = .liveStream
    options.objectDetectorLiveStreamDelegate = listener
    let live = try ObjectDetector(options: options)
    try live.detectAsync(image: image)
    #expect(listener.all(1).count == 1)
    try live.detectAsync(image: image, timestampInMilliseconds: .max)
    #expect(listener.all(2).count == 2)
  }

  @Test("A detection has the class's number and its name, as the object guide's output shows")
  func index() throws {
    let detector = try ObjectDetector(modelPath: Self.model("ssd_mobilenet_v1_coco_quant.tflite"))
    let cat = try MPImage(uiImage: #require(UIImage(contentsOfFile: SharedFolder.media("cat_720p.jpg"))))
    let category = try #require(detector.detect(image: cat).detections.first?.categories.first)
    #expect(category.categoryName == "cat" && category.index == 16)
  }

  @Test("Defaults are the guides', not those of the header's comments")
  func defaults() {
    #expect(GestureRecognizerOptions().runningMode == .image)
    #expect(ObjectDetectorOptions().runningMode == .image)
    #expect(PoseLandmarkerOptions().runningMode == .image)
    #expect(ObjectDetectorOptions().scoreThreshold == 0)
    #expect(ObjectDetectorOptions().displayNamesLocale == "en")
    #expect(GestureRecognizerOptions().gestureRecognizerLiveStreamDelegate == nil)
  }
}
