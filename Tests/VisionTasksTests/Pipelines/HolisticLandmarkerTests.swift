import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia
import VisionModels

@Suite("The holistic landmarker", .needs(.shared))
struct HolisticLandmarkerTests {
  private func options(
    _ change: (HolisticLandmarkerOptions) -> Void = { _ in }
  ) throws -> HolisticLandmarkerOptions {
    let options = HolisticLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.model("holistic_landmarker.task")
    change(options)
    return options
  }

  private func image(_ name: String) throws -> MPImage { try MPImage(contentsOfFile: SharedFolder.media(name)) }

  @Test("Images are independent: the same one again, and one after another person, give the same bits")
  func independentImages() throws {
    let landmarker = try HolisticLandmarker(
      options: options {
        $0.outputFaceBlendshapes = true
        $0.outputPoseSegmentationMasks = true
      })
    let first = try landmarker.detect(image: image("yoga.png"))
    #expect(first.poseLandmarks.count == 33 && first.faceLandmarks.count == 478)
    #expect(first.leftHandLandmarks.count == 21 && first.rightHandWorldLandmarks.count == 21)
    #expect(first.faceBlendshapes?.categories.count == 52)
    #expect(try landmarker.detect(image: image("yoga.png")) == first)
    _ = try landmarker.detect(image: image("rock_portrait.png"))
    #expect(try landmarker.detect(image: image("yoga.png")) == first)
  }

  @Test("Threads change no bit, in image and video mode")
  func threads() throws {
    for mode in [RunningMode.image, .video] {
      let results = try [1, 2, 4].map { count in
        let landmarker = try HolisticLandmarker(
          options: options {
            $0.baseOptions.threadCount = count
            $0.runningMode = mode
            $0.outputFaceBlendshapes = true
          })
        let image = try image("yoga.png")
        return try (0..<3).map {
          mode == .image
            ? try landmarker.detect(image: image)
            : try landmarker.detect(videoFrame: image, timestampInMilliseconds: 40 * $0)
        }
      }
      #expect(results[0] == results[1] && results[0] == results[2])
    }
  }

  @Test("The wrists of hand and pose coincide in the world")
  func wrists() throws {
    let result = try HolisticLandmarker(options: options()).detect(image: image("yoga.png"))
    for (hand, wrist) in [(result.leftHandWorldLandmarks, 15), (result.rightHandWorldLandmarks, 16)] {
      let (ours, pose) = (try #require(hand.first), result.poseWorldLandmarks[wrist])
      #expect(ours.x == pose.x && ours.y == pose.y && ours.z == pose.z)
    }
  }

  /// MediaPipe ignores the rotation here; see docs/differences.md.
  @Test("Turned by 90, 180 and 270 degrees, the parts are those of the upright picture, turned")
  func turned() throws {
    let landmarker = try HolisticLandmarker(options: options())
    let upright = try image("yoga.png").imageBuffer
    func points(_ result: HolisticLandmarkerResult) -> [[NormalizedLandmark]] {
      [result.poseLandmarks, result.leftHandLandmarks, result.rightHandLandmarks, result.faceLandmarks]
    }
    let expected = points(try landmarker.detect(image: MPImage(imageBuffer: upright)))
    for orientation in [ImageOrientation.right, .down, .left] {
      let stored = try PoseRotationTests.stored(upright, soThatItNeeds: orientation)
      let found = points(try landmarker.detect(image: MPImage(imageBuffer: stored, orientation: orientation)))
      #expect(found.map(\.count) == expected.map(\.count))
      let distances = zip(found.joined(), expected.joined()).map { ours, theirs in
        let (x, y) = PoseRotationTests.uprightPosition(ours, orientation)
        return max(abs(x - theirs.x), abs(y - theirs.y))
      }.sorted()
      print("holistic, \(orientation): median \(distances[distances.count / 2]), largest \(distances.last ?? 0)")
      // The turned crop samples other pixels, so the models see a slightly other picture.
      #expect(distances[distances.count / 2] < 0.01)
    }
  }

  @Test("Missing members are named; blendshapes are needed only where they are wanted")
  func members() throws {
    let bundle = try TaskBundle(ModelData(contentsOfFile: SharedFolder.model("holistic_landmarker.task")))
    let members = try BundleWriter.members(of: bundle)
    #expect(members.count == 7)
    let folder = try TemporaryFolder()
    for name in members.map(\.name) {
      let file = folder.url.appending(path: name + ".task")
      try Data(BundleWriter.bytes(members.filter { $0.name != name })).write(to: file)
      let isOptional = name == "face_blendshapes.tflite"
      if isOptional { _ = try HolisticLandmarker(modelPath: file.path) }
      let error = #expect(throws: TasksError.self) {
        try HolisticLandmarker(
          options: options {
            $0.baseOptions.modelAssetPath = file.path
            $0.outputFaceBlendshapes = true
          })
      }
      #expect(error?.code == .notFoundError && error?.message.contains(name) == true)
    }
    #expect(throws: TasksError.self) { try HolisticLandmarker(modelPath: SharedFolder.model("face_landmarker.task")) }
    #expect(throws: TasksError.self) {
      try HolisticLandmarker(modelPath: SharedFolder.model("blaze_face_short_range.tflite"))
    }
    #expect(throws: TasksError.self) { try HolisticLandmarker(modelPath: nil) }
  }

  @Test("Defaults are MediaPipe's; options outside their range are refused by name and value")
  func ranges() throws {
    let defaults = HolisticLandmarkerOptions()
    #expect(!defaults.outputFaceBlendshapes && !defaults.outputPoseSegmentationMasks)
    let confidences: [(String, WritableKeyPath<HolisticLandmarkerOptions, Float>, Float)] = [
      ("minFaceDetectionConfidence", \.minFaceDetectionConfidence, 0.5),
      ("minFaceSuppressionThreshold", \.minFaceSuppressionThreshold, 0.3),
      ("minFacePresenceConfidence", \.minFacePresenceConfidence, 0.5),
      ("minPoseDetectionConfidence", \.minPoseDetectionConfidence, 0.5),
      ("minPoseSuppressionThreshold", \.minPoseSuppressionThreshold, 0.3),
      ("minPosePresenceConfidence", \.minPosePresenceConfidence, 0.5),
      ("minHandLandmarksConfidence", \.minHandLandmarksConfidence, 0.5),
    ]
    for (name, path, value) in confidences {
      #expect(defaults[keyPath: path] == value)
      for wrong: Float in [-0.5, 1.5, .nan] {
        var changed = try options()
        changed[keyPath: path] = wrong
        let copy = try #require(changed.copy() as? HolisticLandmarkerOptions)
        let error = #expect(throws: TasksError.self) { try HolisticLandmarker(options: copy) }
        #expect(error?.code == .invalidArgumentError)
        #expect(error?.message.contains(name) == true && error?.message.contains("\(wrong)") == true)
      }
    }
    let error = #expect(throws: TasksError.self) {
      try HolisticLandmarker(options: options { $0.runningMode = .liveStream })
    }
    #expect(error?.message.contains("holisticLandmarkerLiveStreamDelegate") == true)
  }

  @Test("Wrong modes, bad timestamps, mirrored pictures and one pixel; then a good picture works")
  func calls() throws {
    let yoga = try image("yoga.png")
    let landmarker = try HolisticLandmarker(options: options { $0.runningMode = .video })
    #expect(throws: TasksError.self) { try landmarker.detect(image: yoga) }
    #expect(throws: TasksError.self) { try landmarker.detectAsync(image: yoga, timestampInMilliseconds: 0) }
    #expect(try landmarker.detect(videoFrame: yoga, timestampInMilliseconds: 5).poseLandmarks.count == 33)
    #expect(throws: TasksError.self) { try landmarker.detect(videoFrame: yoga, timestampInMilliseconds: 5) }
    let mirrored = try MPImage(imageBuffer: yoga.imageBuffer, orientation: .upMirrored)
    #expect(throws: TasksError.self) { try landmarker.detect(videoFrame: mirrored, timestampInMilliseconds: 6) }
    let pixel = try MPImage(imageBuffer: ImageBuffer(copying: [1, 2, 3], width: 1, height: 1, format: .rgb))
    _ = try landmarker.detect(videoFrame: pixel, timestampInMilliseconds: 7)
    #expect(try landmarker.detect(videoFrame: yoga, timestampInMilliseconds: 8).poseLandmarks.count == 33)
  }

  @Test(
    "A live stream's delegate gets what a video gives, and asynchronous calls what blocking ones do",
    .timeLimit(.minutes(1)))
  func liveStream() async throws {
    let yoga = try image("yoga.png")
    let (results, continuation) = AsyncStream.makeStream(of: HolisticLandmarkerResult.self)
    let listener = Listener { continuation.yield($0) }
    let stream = try await HolisticLandmarker(
      options {
        $0.runningMode = .liveStream
        $0.holisticLandmarkerLiveStreamDelegate = listener
      })
    try stream.detectAsync(image: yoga, timestampInMilliseconds: 3)
    var iterator = results.makeAsyncIterator()
    let found = try #require(await iterator.next())
    let video = try await HolisticLandmarker(options { $0.runningMode = .video })
    #expect(try await video.detect(yoga, timestampInMilliseconds: 3) == found)
    let still = try HolisticLandmarker(options: options())
    #expect(try await still.detect(yoga) == still.detect(image: yoga))
    withExtendedLifetime(listener) {}
  }

  @Test("A delegate without the method is warned of")
  func deafDelegate() async throws {
    let listener = DeafListener()
    let stream = try HolisticLandmarker(
      options: options {
        $0.runningMode = .liveStream
        $0.holisticLandmarkerLiveStreamDelegate = listener
      })
    try stream.detectAsync(image: image("empty_flat.png"), timestampInMilliseconds: 0)
    let end = ContinuousClock.now + .seconds(20)
    while stream.unheardResultCount == 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(20)) }
    #expect(stream.unheardResultCount == 1)
    withExtendedLifetime(listener) {}
  }

  @Test("Results come back from JSON without loss, a whole person and an empty one")
  func codable() throws {
    let landmarker = try HolisticLandmarker(
      options: options {
        $0.outputFaceBlendshapes = true
        $0.outputPoseSegmentationMasks = true
      })
    for name in ["yoga.png", "empty_flat.png"] {
      let result = try landmarker.detect(image: image(name))
      let json = try JSONEncoder().encode(result)
      #expect(try JSONDecoder().decode(HolisticLandmarkerResult.self, from: json) == result)
      let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
      // MediaPipe's fields, flat: there is one person.
      #expect((object["poseLandmarks"] as? [Any])?.count == result.poseLandmarks.count)
      #expect((object["faceBlendshapes"] as? [Any])?.count == result.faceBlendshapes?.categories.count)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(HolisticLandmarkerResult.self, from: Data(#"{"poseLandmarks": []}"#.utf8))
    }
  }
}

private final class Listener: NSObject, HolisticLandmarkerLiveStreamDelegate, Sendable {
  private let receive: @Sendable (HolisticLandmarkerResult) -> Void

  init(_ receive: @escaping @Sendable (HolisticLandmarkerResult) -> Void) { self.receive = receive }

  func holisticLandmarker(
    _ holisticLandmarker: HolisticLandmarker, didFinishDetection result: HolisticLandmarkerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    if let result { receive(result) }
  }
}

private final class DeafListener: NSObject, HolisticLandmarkerLiveStreamDelegate {}
