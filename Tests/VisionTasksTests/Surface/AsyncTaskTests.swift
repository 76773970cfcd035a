import MediaPipeTasksVision
import TestSupport
import Testing

@Suite("Tasks in asynchronous code")
struct AsyncTaskTests {
  @Test("making a task without a model fails as the blocking call does, and is cancelled with its Swift task")
  func refusals() async throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = "/nowhere/hand_landmarker.task"
    let error = await #expect(throws: TasksError.self) { _ = try await HandLandmarker(options) }
    let blocking = #expect(throws: TasksError.self) { try Self.make(options) }
    #expect(error == blocking)
    await #expect(throws: CancellationError.self) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await HandLandmarker(HandLandmarkerOptions())
      }.value
    }
  }

  private static func make(_ options: HandLandmarkerOptions) throws { _ = try HandLandmarker(options: options) }

  @Test(
    "each task gives by its asynchronous calls what the blocking ones give",
    .needs(.shared))
  func equal() async throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/thumb_up_teal.png"))

    let gestures = GestureRecognizerOptions()
    gestures.baseOptions.modelAssetPath = try SharedFolder.path("models/gesture_recognizer.task")
    let recognizer = try await GestureRecognizer(gestures)
    // As code written for MediaPipe has it: the blocking call needs no `await` in an asynchronous function.
    let blocking = try recognizer.recognize(image: image)
    let result = try await recognizer.recognize(image)
    #expect(result.gestures.map { $0.map(\.categoryName) } == blocking.gestures.map { $0.map(\.categoryName) })
    #expect(result.gestures.first?.first?.categoryName == "Thumb_Up")
    #expect(result.timestampInMilliseconds == 1000)

    let hands = HandLandmarkerOptions()
    hands.baseOptions.modelAssetPath = try SharedFolder.path("models/hand_landmarker.task")
    hands.runningMode = .video
    let landmarker = try await HandLandmarker(hands)
    let first = try await landmarker.detect(image, timestampInMilliseconds: 0)
    landmarker.reset()
    let again = try landmarker.detect(videoFrame: image, timestampInMilliseconds: 0)
    #expect(first.landmarks.map { $0.map(\.x) } == again.landmarks.map { $0.map(\.x) })
    #expect(first.landmarks.count == 1)

    let poses = PoseLandmarkerOptions()
    poses.baseOptions.modelAssetPath = try SharedFolder.path("models/pose_landmarker_lite.task")
    let people = try await PoseLandmarker(poses)
    let yoga = try MPImage(contentsOfFile: SharedFolder.path("media/yoga.png"))
    #expect(try await people.detect(yoga).landmarks.count == 1)

    let objects = ObjectDetectorOptions()
    objects.baseOptions.modelAssetPath = try SharedFolder.path("models/efficientdet_lite0_int8.tflite")
    let detector = try await ObjectDetector(objects)
    let boxes = try await detector.detect(yoga).detections.map(\.boundingBox)
    #expect(!boxes.isEmpty)
    #expect(try boxes == detector.detect(image: yoga).detections.map(\.boundingBox))

    var names: [String?] = []
    let images = AsyncStream { continuation in
      for _ in 0..<3 { continuation.yield(image) }
      continuation.finish()
    }
    for try await item in recognizer.results(for: images) {
      #expect(item.frame === image)
      names.append(try item.result.gestures.first?.first?.categoryName)
    }
    #expect(names == ["Thumb_Up", "Thumb_Up", "Thumb_Up"])
  }

  @Test(
    "50 recognitions at a time hold up no other Swift task",
    .needs(.shared))
  func ticker() async throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/thumb_up_teal.png"))
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/gesture_recognizer.task")
    let idle = Ticker()
    try await Task.sleep(for: .seconds(1))
    let idleGap = await idle.longestGap()
    let ticker = Ticker()
    let recognizer = try await GestureRecognizer(options)
    let names = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<50 { group.addTask { try await recognizer.recognize(image).gestures.first?.first?.categoryName } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let gap = await ticker.longestGap()
    print(
      "the longest gap of a 10 ms ticker beside 50 recognitions: \(gap / .milliseconds(1)) ms, "
        + "and without them: \(idleGap / .milliseconds(1)) ms")
    // 50 ms on a machine that is not busy otherwise; blocking calls hold the ticker up for seconds.
    #expect(gap < .milliseconds(500))
    #expect(names == Array(repeating: "Thumb_Up", count: 50))
  }

  /// Notes results, and holds the first one up. Sendable: the list is touched under the lock only.
  private final class Listener: NSObject, HandLandmarkerLiveStreamDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var seen: [Int] = []
    let (began, goOn) = (Signal(), Signal())
    var timestamps: [Int] { lock.withLock { seen } }

    func handLandmarker(
      _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
      error: (any Error)?
    ) {
      lock.withLock { seen.append(timestampInMilliseconds) }
      began.give()
      goOn.block()
    }
  }

  @Test(
    "a live task that is released answers the frames that it took, and goes",
    .needs(.shared))
  func released() async throws {
    let listener = Listener()
    weak var held: HandLandmarker?
    do {
      let options = HandLandmarkerOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/hand_landmarker.task")
      options.runningMode = .liveStream
      options.handLandmarkerLiveStreamDelegate = listener
      let task = try await HandLandmarker(options)
      held = task
      let image = try MPImage(contentsOfFile: SharedFolder.path("media/thumb_up_teal.png"))
      try task.detectAsync(image: image, timestampInMilliseconds: 1)
      await listener.began.wait()
      try task.detectAsync(image: image, timestampInMilliseconds: 2)
    }
    // Nobody else holds the task while its second frame waits.
    listener.goOn.give()
    for _ in 0..<3000 where held != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(held == nil)
    #expect(listener.timestamps == [1, 2])
  }
}
