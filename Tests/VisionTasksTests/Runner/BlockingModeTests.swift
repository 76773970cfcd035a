import Foundation
import MediaPipeTasksVision
import Testing

@Suite("Image and video mode")
struct BlockingModeTests {
  private let image: MPImage
  private let log = FakePipeline.Log()

  init() throws { image = try MPImage(imageBuffer: ImageBuffer(width: 2, height: 2, format: .rgb)) }

  private func runner(
    _ mode: RunningMode, work: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) -> VisionTaskRunner<TaskResult> {
    VisionTaskRunner(pipeline: FakePipeline(log: log, work: work), mode: mode, taskName: "test")
  }

  @Test("Results of image mode count up by a second from 0, as MediaPipe's do")
  func imageTimestamps() throws {
    let runner = runner(.image)
    #expect(try (0..<3).map { _ in try runner.processImage(image).timestampInMilliseconds } == [0, 1000, 2000])
    runner.reset()
    #expect(try runner.processImage(image).timestampInMilliseconds == 0)
  }

  @Test("Results of one image are equal, hash alike and have no time in JSON, for every task and when read again")
  func timeless() throws {
    let runner = runner(.image)
    let (first, second) = try (runner.processImage(image), runner.processImage(image))
    #expect(first == second && first.hash == second.hash)
    let video = try self.runner(.video).processVideoFrame(image, timestampInMilliseconds: 0)
    #expect(video != first)
    func check<Result: TaskResult & Codable>(_ make: (Int) -> Result) throws {
      let results = [make(0), make(1000)]
      #expect(results[0] != results[1])
      results.forEach { $0.setsNoTime() }
      #expect(results[0] == results[1] && Set(results).count == 1)
      let json = try JSONEncoder().encode(results[1])
      #expect(String(decoding: json, as: UTF8.self).contains(#""timestampMs":null"#))
      #expect(try JSONDecoder().decode(Result.self, from: json) == results[1])
    }
    try check { ObjectDetectorResult(detections: [], timestampInMilliseconds: $0) }
    try check { HandLandmarkerResult(landmarks: [], worldLandmarks: [], handedness: [], timestampInMilliseconds: $0) }
    try check {
      PoseLandmarkerResult(landmarks: [], worldLandmarks: [], segmentationMasks: nil, timestampInMilliseconds: $0)
    }
    try check {
      GestureRecognizerResult(
        gestures: [], handedness: [], landmarks: [], worldLandmarks: [], timestampInMilliseconds: $0)
    }
    let untimed = ClassificationResult(classifications: [], timestampInMilliseconds: -1)
    try check { ImageClassifierResult(classificationResult: untimed, timestampInMilliseconds: $0) }
  }

  @Test("A call of another mode is refused with both modes named, and the right call works afterwards")
  func wrongMode() throws {
    for mode in RunningMode.allCases {
      let runner = runner(mode)
      let calls: [(RunningMode, () throws -> Void)] = [
        (.image, { _ = try runner.processImage(image) }),
        (.video, { _ = try runner.processVideoFrame(image, timestampInMilliseconds: 1) }),
        (.liveStream, { try runner.processLiveStreamFrame(image, timestampInMilliseconds: 1) }),
      ]
      for (needed, call) in calls where needed != mode {
        let error = #expect(throws: TasksError.self) { try call() }
        #expect(error?.code == .invalidArgumentError)
        #expect(error?.message.contains(mode.name) == true)
        #expect(error?.message.contains(needed.name) == true)
      }
      for (needed, call) in calls where needed == mode { try call() }
    }
  }

  @Test("Equal and falling timestamps are refused by value; the next rising one works")
  func timestamps() throws {
    let runner = runner(.video)
    _ = try runner.processVideoFrame(image, timestampInMilliseconds: -5)
    _ = try runner.processVideoFrame(image, timestampInMilliseconds: 100)
    for timestamp in [100, 99, Int.min] {
      let error = #expect(throws: TasksError.self) {
        try runner.processVideoFrame(image, timestampInMilliseconds: timestamp)
      }
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains("\(timestamp)") == true)
      #expect(error?.message.contains("100") == true)
    }
    #expect(try runner.processVideoFrame(image, timestampInMilliseconds: 101).timestampInMilliseconds == 101)
    #expect(log.timestamps == [-5, 100, 101])
  }

  @Test("Frames without a timestamp get the clock's, and always one more than the frame before")
  func clockTimestamps() throws {
    let runner = runner(.video)
    func next() throws -> Int {
      try runner.processVideoFrame(image, timestampInMilliseconds: nil).timestampInMilliseconds
    }
    let before = Int(DispatchTime.now().uptimeNanoseconds / 1_000_000)
    let timestamps = try (0..<100).map { _ in try next() }
    #expect(timestamps[0] >= before)
    #expect(zip(timestamps, timestamps.dropFirst()).allSatisfy { $0 < $1 })
    // A given timestamp may be far ahead, as times since 1970 are.
    _ = try runner.processVideoFrame(image, timestampInMilliseconds: 1_800_000_000_000)
    #expect(try next() == 1_800_000_000_001)
    _ = try runner.processVideoFrame(image, timestampInMilliseconds: .max)
    #expect(throws: TasksError.self) { try next() }
  }

  @Test("Mirrored pictures are refused in every mode and do not use up a timestamp")
  func mirrored() throws {
    for orientation in ImageOrientation.allCases.filter(\.isMirrored) {
      let mirrored = try MPImage(imageBuffer: image.imageBuffer, orientation: orientation)
      let runner = runner(.video)
      let error = #expect(throws: TasksError.self) {
        try runner.processVideoFrame(mirrored, timestampInMilliseconds: 7)
      }
      #expect(error?.code == .invalidArgumentError)
      _ = try runner.processVideoFrame(image, timestampInMilliseconds: 7)
    }
  }

  @Test("An error of the pipeline reaches the caller and the task works on")
  func pipelineError() throws {
    let runner = runner(.video) { if $0 == 1 { throw TasksError.internalFailure("no luck") } }
    #expect(throws: TasksError.internalFailure("no luck")) {
      try runner.processVideoFrame(image, timestampInMilliseconds: 1)
    }
    _ = try runner.processVideoFrame(image, timestampInMilliseconds: 2)
  }

  @Test("reset() lets timestamps start anew and resets the pipeline")
  func reset() throws {
    let runner = runner(.video)
    _ = try runner.processVideoFrame(image, timestampInMilliseconds: 50)
    runner.reset()
    _ = try runner.processVideoFrame(image, timestampInMilliseconds: 0)
    #expect(log.resets == 1)
  }

  @Test("Calls from many threads are processed one at a time")
  func manyThreads() {
    let runner = runner(.image) { _ in usleep(200) }
    DispatchQueue.concurrentPerform(iterations: 64) { _ in _ = try? runner.processImage(image) }
    #expect(log.overlaps == 0)
    #expect(log.timestamps.sorted() == (0..<64).map { $0 * 1000 })
  }
}
