import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite("Results for a real video", .needs(.shared))
struct ResultsForVideoTests {
  /// A task with its results as numbers, one frame at a time and as a sequence.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let media: String
    /// Runs a new task over a video by the plain loop and by `results(for:)`.
    let run: @Sendable (_ video: String, _ frames: Int) async throws -> (loop: [[Float]], sequence: [[Float]])
  }

  static let cases = [
    Case(testDescription: "gestures", media: "trio_pan.mp4") { video, count in
      let options = GestureRecognizerOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/gesture_recognizer.task")
      options.runningMode = .video
      options.numHands = 2
      let task = try GestureRecognizer(options: options)
      let loop = try plain(video, count) { numbers(try task.recognize(videoFrame: $0, timestampInMilliseconds: $1)) }
      task.reset()
      return (loop, try await asynchronous(task.results(for: try frames(video, count)), numbers))
    },
    Case(testDescription: "hands", media: "trio_pan.mp4") { video, count in
      let options = HandLandmarkerOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/hand_landmarker.task")
      options.runningMode = .video
      let task = try HandLandmarker(options: options)
      let loop = try plain(video, count) { numbers(try task.detect(videoFrame: $0, timestampInMilliseconds: $1)) }
      task.reset()
      return (loop, try await asynchronous(task.results(for: try frames(video, count)), numbers))
    },
    Case(testDescription: "poses", media: "walkers_pan.mp4") { video, count in
      let options = PoseLandmarkerOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/pose_landmarker_lite.task")
      options.runningMode = .video
      let task = try PoseLandmarker(options: options)
      let loop = try plain(video, count) { numbers(try task.detect(videoFrame: $0, timestampInMilliseconds: $1)) }
      task.reset()
      return (loop, try await asynchronous(task.results(for: try frames(video, count)), numbers))
    },
    Case(testDescription: "objects", media: "walkers_pan.mp4") { video, count in
      let options = ObjectDetectorOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/efficientdet_lite0_int8.tflite")
      options.runningMode = .video
      options.scoreThreshold = 0.2
      let task = try ObjectDetector(options: options)
      let loop = try plain(video, count) { numbers(try task.detect(videoFrame: $0, timestampInMilliseconds: $1)) }
      task.reset()
      return (loop, try await asynchronous(task.results(for: try frames(video, count)), numbers))
    },
  ]

  @Test("The sequence gives exactly what the plain loop gives", arguments: cases)
  func equal(testCase: Case) async throws {
    let count = 10
    let video = try SharedFolder.path("media/\(testCase.media)")
    let (loop, sequence) = try await testCase.run(video, count)
    #expect(sequence == loop)
    #expect(sequence.count == count)
    // A timestamp alone would be nothing found.
    #expect(sequence.filter { $0.count > 1 }.count > count / 2)
  }

  @Test("The newest frames of a video have rising timestamps and end with its last; the others are counted")
  func latest() async throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/hand_landmarker.task")
    options.runningMode = .video
    let task = try HandLandmarker(options: options)
    let video = try SharedFolder.path("media/thumb_video.mp4")
    let results = try task.results(for: Self.frames(video, 30), policy: .latest)
    var indices: [Int] = []
    for try await item in results {
      #expect(try item.result.timestampInMilliseconds == item.frame.timestampInMilliseconds)
      indices.append(item.frame.index)
    }
    print("of 30 frames read as fast as can be, \(indices.count) were worked on: \(indices)")
    #expect(indices == indices.sorted())
    #expect(indices.last == 29)
    #expect(indices.count + results.droppedFrameCount == 30)
    #expect(task.droppedFrameCount == results.droppedFrameCount)
  }

  private static func frames(_ video: String, _ count: Int) throws -> AsyncPrefixSequence<VideoFrames> {
    try VideoReader(contentsOfFile: video).frames.prefix(count)
  }

  private static func plain(
    _ video: String, _ count: Int, _ work: (MPImage, Int) throws -> [Float]
  ) throws -> [[Float]] {
    let reader = try VideoReader(contentsOfFile: video)
    var all: [[Float]] = []
    while all.count < count, let frame = try reader.next() {
      all.append(try work(frame.mpImage, frame.timestampInMilliseconds))
    }
    return all
  }

  private static func asynchronous<Frames, Output>(
    _ results: TaskResults<Frames, Output>, _ numbers: (Output) -> [Float]
  ) async throws -> [[Float]] {
    var all: [[Float]] = []
    for try await item in results { all.append(numbers(try item.result)) }
    return all
  }

  private static func numbers(_ result: GestureRecognizerResult) -> [Float] {
    [Float(result.timestampInMilliseconds)] + numbers(result.landmarks) + result.gestures.joined().map(\.score)
  }

  private static func numbers(_ result: HandLandmarkerResult) -> [Float] {
    [Float(result.timestampInMilliseconds)] + numbers(result.landmarks)
  }

  private static func numbers(_ result: PoseLandmarkerResult) -> [Float] {
    [Float(result.timestampInMilliseconds)] + numbers(result.landmarks)
  }

  private static func numbers(_ result: ObjectDetectorResult) -> [Float] {
    [Float(result.timestampInMilliseconds)]
      + result.detections.flatMap {
        [$0.boundingBox.minX, $0.boundingBox.minY, $0.boundingBox.maxX, $0.boundingBox.maxY].map { Float($0) }
          + $0.categories.map(\.score)
      }
  }

  private static func numbers(_ landmarks: [[NormalizedLandmark]]) -> [Float] {
    landmarks.joined().flatMap { [$0.x, $0.y, $0.z] }
  }
}
