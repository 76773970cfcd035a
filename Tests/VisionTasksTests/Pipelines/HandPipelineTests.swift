import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCore
import VisionImaging
import VisionInference
import VisionMedia
import VisionModels

@Suite("Hands from frame to frame", .needs(.shared))
struct HandPipelineTests {
  private func pipeline(
    numHands: Int, mode: RunningMode = .video, threads: Int = 0, interval: Int = 1
  ) throws -> HandPipeline {
    let options = HandLandmarkerOptions()
    options.baseOptions.threadCount = threads
    options.runningMode = mode
    options.numHands = numHands
    options.handDetectionInterval = interval
    return try HandPipeline(
      bundle: TaskBundle(ModelData(contentsOfFile: SharedFolder.path("models/hand_landmarker.task"))),
      options: options)
  }

  private func frame(_ picture: String) throws -> Frame {
    try Frame(MPImage(contentsOfFile: SharedFolder.path("media/\(picture)")))
  }

  @Test("Palms are looked for only while fewer hands are tracked than asked for")
  func palmDetections() throws {
    let thumb = try frame("thumb_up_teal.png")
    let one = try pipeline(numHands: 1)
    for _ in 0..<4 { #expect(try one.findHands(in: thumb).count == 1) }
    #expect(one.palmDetectionCount == 1)
    let two = try pipeline(numHands: 2)
    for _ in 0..<4 { #expect(try two.findHands(in: thumb).count == 1) }
    #expect(two.palmDetectionCount == 4)
  }

  @Test("A lost hand brings the search back; a returning one is found again")
  func lostHand() throws {
    let thumb = try frame("thumb_up_teal.png")
    let empty = try frame("empty_flat.png")
    let pipeline = try pipeline(numHands: 1)
    #expect(try pipeline.findHands(in: thumb).count == 1)
    #expect(try pipeline.findHands(in: empty).isEmpty)
    #expect(pipeline.trackedRects.isEmpty)
    #expect(try pipeline.findHands(in: thumb).count == 1)
    #expect(pipeline.palmDetectionCount == 2)
  }

  @Test(
    "With an interval palms are looked for in every n-th frame beside a tracked hand, whose landmarks stay the same")
  func detectionInterval() throws {
    let thumb = try frame("thumb_up_teal.png")
    let (every, third) = (try pipeline(numHands: 2), try pipeline(numHands: 2, interval: 3))
    for _ in 0..<7 {
      let expected = try every.findHands(in: thumb).map(\.landmarks)
      #expect(try third.findHands(in: thumb).map(\.landmarks) == expected)
    }
    #expect(every.palmDetectionCount == 7)
    #expect(third.palmDetectionCount == 3, "frames 1, 4 and 7")
  }

  @Test("With an interval a lost hand is looked for in every frame, and so is the first one after a reset")
  func detectionIntervalWithoutHands() throws {
    let (thumb, empty) = (try frame("thumb_up_teal.png"), try frame("empty_flat.png"))
    let pipeline = try pipeline(numHands: 2, interval: 100)
    for _ in 0..<3 { #expect(try pipeline.findHands(in: thumb).count == 1) }
    #expect(pipeline.palmDetectionCount == 1)
    // The tracked hand is lost in the first empty frame, which is not searched.
    for _ in 0..<3 { #expect(try pipeline.findHands(in: empty).isEmpty) }
    #expect(pipeline.palmDetectionCount == 3)
    for _ in 0..<2 { #expect(try pipeline.findHands(in: thumb).count == 1) }
    #expect(pipeline.palmDetectionCount == 4)
    pipeline.reset()
    #expect(try pipeline.findHands(in: thumb).count == 1)
    #expect(pipeline.palmDetectionCount == 5)
  }

  @Test("A search that fails is made again in the next frame, beside the hand that is still tracked")
  func failedSearch() throws {
    let thumb = try frame("thumb_up_teal.png")
    let fails = Locked(false)
    let engine = FailingEngine(model: "hand_detector.tflite", fails: fails)
    let pipeline = try EngineOverride.$engine.withValue(engine) { try self.pipeline(numHands: 2, interval: 3) }
    for _ in 0..<3 { #expect(try pipeline.findHands(in: thumb).count == 1) }
    #expect(pipeline.palmDetectionCount == 1)
    fails.withLock { $0 = true }
    for _ in 0..<2 {
      #expect(throws: TasksError.internalFailure("the inference failed")) { _ = try pipeline.findHands(in: thumb) }
    }
    fails.withLock { $0 = false }
    #expect(try pipeline.findHands(in: thumb).count == 1)
    #expect(pipeline.palmDetectionCount == 4)
    for _ in 0..<2 { #expect(try pipeline.findHands(in: thumb).count == 1) }
    #expect(pipeline.palmDetectionCount == 4, "the interval begins with the search that succeeded")
  }

  @Test("With an interval a second hand is found when the next search is due")
  func detectionIntervalSecondHand() throws {
    let people = try frame("three_people.png")
    let pipeline = try pipeline(numHands: 4, interval: 2)
    #expect(try pipeline.findHands(in: people).count == 2)
    pipeline.trackedRects.removeLast()
    #expect(try pipeline.findHands(in: people).count == 1)
    #expect(try pipeline.findHands(in: people).count == 2)
    #expect(pipeline.palmDetectionCount == 2)
  }

  @Test("With palms sought beside it, a tracked hand gets the same landmarks as alone")
  func sideBySide() throws {
    let thumb = try frame("thumb_up_teal.png")
    let alone = try pipeline(numHands: 1)
    let beside = try pipeline(numHands: 2)
    for _ in 0..<6 {
      let expected = try alone.findHands(in: thumb).map(\.landmarks)
      #expect(try beside.findHands(in: thumb).map(\.landmarks) == expected)
    }
  }

  @Test("Several hands, looked at side by side, are the same and in the same order as one after the other")
  func severalHands() throws {
    let frame = try frame("three_people.png")
    let oneByOne = try pipeline(numHands: 4, threads: 1)
    let beside = try pipeline(numHands: 4, threads: 2)
    for _ in 0..<4 {
      let expected = try oneByOne.findHands(in: frame)
      let found = try beside.findHands(in: frame)
      #expect(expected.count == 2)
      #expect(found.map(\.landmarks) == expected.map(\.landmarks))
      #expect(found.map(\.worldLandmarks) == expected.map(\.worldLandmarks))
      #expect(beside.trackedRects == oneByOne.trackedRects)
    }
  }

  @Test("Image mode keeps nothing from picture to picture")
  func imageMode() throws {
    let pipeline = try pipeline(numHands: 2, mode: .image)
    let first = try pipeline.findHands(in: frame("thumb_up_teal.png")).map(\.landmarks)
    _ = try pipeline.findHands(in: frame("yoga.png"))
    #expect(try pipeline.findHands(in: frame("thumb_up_teal.png")).map(\.landmarks) == first)
    #expect(pipeline.trackedRects.isEmpty)
  }

  @Test("A picture of another size in the same stream works: rectangles are fractions")
  func changedSize() throws {
    let pipeline = try pipeline(numHands: 1)
    _ = try pipeline.findHands(in: frame("thumb_up_teal.png"))
    _ = try pipeline.findHands(in: frame("tiny_32x24.png"))
    pipeline.reset()
    #expect(try pipeline.findHands(in: frame("thumb_up_teal.png")).count == 1)
  }
}
