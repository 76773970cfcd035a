import MediaPipeTasksVision
import TestSupport
import Testing
import VisionImaging
import VisionMedia

@Suite("People from frame to frame", .needs(.shared))
struct PosePipelineTests {
  private func pipeline(numPoses: Int = 1, mode: RunningMode = .video, interval: Int = 1) throws -> PosePipeline {
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/pose_landmarker_lite.task")
    options.runningMode = mode
    options.numPoses = numPoses
    options.poseDetectionInterval = interval
    return try PosePipeline(options: options)
  }

  private func frame(_ picture: String) throws -> Frame {
    try Frame(MPImage(contentsOfFile: SharedFolder.path("media/\(picture)")))
  }

  @Test("The detector runs once while the person is tracked, and again after it was lost")
  func detections() throws {
    let yoga = try frame("yoga.png")
    let empty = try frame("empty_flat.png")
    let pipeline = try pipeline()
    for time in 0..<4 { #expect(try pipeline.process(yoga, timestampInMilliseconds: time).landmarks.count == 1) }
    #expect(pipeline.detectionCount == 1)
    #expect(try pipeline.process(empty, timestampInMilliseconds: 5).landmarks.isEmpty)
    #expect(pipeline.trackedRects.isEmpty)
    #expect(try pipeline.process(yoga, timestampInMilliseconds: 6).landmarks.count == 1)
    #expect(pipeline.detectionCount == 2)
  }

  @Test("While fewer people are found than asked for, the detector runs on every frame; nobody is found twice")
  func severalPeople() throws {
    let people = try frame("three_people.png")
    let pipeline = try pipeline(numPoses: 4)
    let first = try pipeline.process(people, timestampInMilliseconds: 0).landmarks.count
    #expect(first >= 2)
    for time in 1..<4 { #expect(try pipeline.process(people, timestampInMilliseconds: time).landmarks.count <= 3) }
    #expect(pipeline.detectionCount == 4)
  }

  @Test("With an interval the detector runs in every n-th frame beside tracked people, and in every frame without any")
  func detectionInterval() throws {
    let people = try frame("three_people.png")
    let pipeline = try pipeline(numPoses: 4, interval: 3)
    for time in 0..<7 {
      let found = try pipeline.process(people, timestampInMilliseconds: time).landmarks.count
      #expect(found >= (time % 3 == 0 ? 2 : 1))
    }
    #expect(pipeline.detectionCount == 3, "frames 1, 4 and 7")
    pipeline.reset()
    for time in 8..<11 {
      #expect(try pipeline.process(frame("empty_flat.png"), timestampInMilliseconds: time).landmarks.isEmpty)
    }
    #expect(pipeline.detectionCount == 6)
  }

  @Test("Image mode keeps nothing from picture to picture")
  func imageMode() throws {
    let pipeline = try pipeline(mode: .image)
    let first = try pipeline.process(frame("yoga.png"), timestampInMilliseconds: 0).landmarks
    _ = try pipeline.process(frame("two_walkers.png"), timestampInMilliseconds: 0)
    #expect(try pipeline.process(frame("yoga.png"), timestampInMilliseconds: 0).landmarks == first)
    #expect(pipeline.trackedRects.isEmpty)
  }

  @Test("A new stream after reset() gives what a new task gives")
  func reset() throws {
    let yoga = try frame("yoga.png")
    let pipeline = try pipeline()
    let fresh = try (0..<3).map { try pipeline.process(yoga, timestampInMilliseconds: 40 * $0).landmarks }
    _ = try pipeline.process(frame("two_walkers.png"), timestampInMilliseconds: 500)
    pipeline.reset()
    #expect(try (0..<3).map { try pipeline.process(yoga, timestampInMilliseconds: 40 * $0).landmarks } == fresh)
  }

  @Test("The public task gives what its pipeline gives", arguments: [false, true])
  func tasks(smooths: Bool) throws {
    let yoga = try MPImage(contentsOfFile: SharedFolder.path("media/yoga.png"))
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/pose_landmarker_lite.task")
    options.runningMode = .video
    options.shouldSmoothLandmarks = smooths
    let task = try PoseLandmarker(options: options)
    let pipeline = try PosePipeline(options: options)
    for time in [0, 33, 67] {
      let expected = try pipeline.process(Frame(yoga), timestampInMilliseconds: time).landmarks
      #expect(try task.detect(videoFrame: yoga, timestampInMilliseconds: time).landmarks == expected)
    }
  }
}
