import AVFoundation
import ExampleSupport
import MediaPipeTasksVision
import Testing
import UIKit
import VisionMedia

@testable import FaceDetectorExample
@testable import FaceLandmarkerExample
@testable import GestureRecognizerExample
@testable import ObjectDetectorExample
@testable import PoseLandmarkerExample

/// The example apps' services, written as iOS apps have them, against direct calls with plain pixels.
@Suite(.enabled(if: TestResources.areModelsExpected, "Needs models")) struct ServiceTests {
  private static func model(_ name: String) throws -> String { try TestResources.model(name) }
  private static func media(_ name: String) -> String { TestResources.media(name).path }

  private static func pixels(_ name: String) throws -> MPImage {
    try MPImage(imageBuffer: ImageFile.read(contentsOfFile: media(name)))
  }

  @Test("A picture's gestures are those of a direct call", arguments: ["pointing_up.png", "two_thumbs.png"])
  func gestures(name: String) throws {
    let modelPath = try Self.model("gesture_recognizer.task")
    let service = try #require(GestureRecognizerService(modelPath: modelPath))
    let image = try #require(UIImage(contentsOfFile: Self.media(name)))
    let bundle = try #require(service.recognize(image: image))
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.numHands = 2
    let expected = try GestureRecognizer(options: options).recognize(image: Self.pixels(name))
    let result = try #require(bundle.results.first ?? nil)
    #expect(!expected.landmarks.isEmpty)
    #expect(result.landmarks == expected.landmarks && result.worldLandmarks == expected.worldLandmarks)
    #expect(names(result.gestures) == names(expected.gestures))
    #expect(names(result.handedness) == names(expected.handedness))
    #expect(bundle.inferenceTime > 0)
  }

  @Test("A picture's objects are those of a direct call")
  func objects() throws {
    let modelPath = try Self.model("efficientdet_lite0_int8.tflite")
    let service = try #require(ObjectDetectorService(modelPath: modelPath, maxResults: 3, scoreThreshold: 0.2))
    let image = try #require(UIImage(contentsOfFile: Self.media("coffee.png")))
    let bundle = try #require(service.detect(image: image))
    let result = try #require(bundle.results.first ?? nil)
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.maxResults = 3
    options.scoreThreshold = 0.2
    let expected = try ObjectDetector(options: options).detect(image: Self.pixels("coffee.png"))
    #expect(!expected.detections.isEmpty)
    #expect(result.detections.map(\.boundingBox) == expected.detections.map(\.boundingBox))
    #expect(names(result.detections.map(\.categories)) == names(expected.detections.map(\.categories)))
  }

  @Test("A picture's poses are those of a direct call")
  func poses() throws {
    let modelPath = try Self.model("pose_landmarker_lite.task")
    let service = try #require(PoseLandmarkerService(modelPath: modelPath))
    let image = try #require(UIImage(contentsOfFile: Self.media("yoga.png")))
    let bundle = try #require(service.detect(image: image))
    let result = try #require(bundle.results.first ?? nil)
    let expected = try PoseLandmarker(modelPath: modelPath).detect(image: Self.pixels("yoga.png"))
    #expect(expected.landmarks.count == 1)
    #expect(result.landmarks == expected.landmarks && result.worldLandmarks == expected.worldLandmarks)
  }

  @Test("A picture's faces are those of a direct call, from both services")
  func faces() throws {
    let image = try #require(UIImage(contentsOfFile: Self.media("face_four.png")))
    let detectorPath = try Self.model("blaze_face_short_range.tflite")
    let detectorService = try #require(FaceDetectorService(modelPath: detectorPath))
    let detected = try #require(detectorService.detect(image: image)?.results.first ?? nil)
    let expected = try FaceDetector(modelPath: detectorPath).detect(image: Self.pixels("face_four.png"))
    #expect(!expected.detections.isEmpty && detected.detections == expected.detections)

    let modelPath = try Self.model("face_landmarker.task")
    let service = try #require(FaceLandmarkerService(modelPath: modelPath, numFaces: 4, outputsBlendshapes: true))
    let options = FaceLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.numFaces = 4
    options.outputFaceBlendshapes = true
    let direct = try FaceLandmarker(options: options).detect(image: Self.pixels("face_four.png"))
    let result = try #require(service.detect(image: image)?.results.first ?? nil)
    #expect(!direct.faceLandmarks.isEmpty && result.faceLandmarks == direct.faceLandmarks)
    #expect(result.faceBlendshapes == direct.faceBlendshapes)
    // What the sample's overlay draws.
    let lines =
      FaceLandmarker.faceOvalConnections() + FaceLandmarker.lipsConnections()
      + FaceLandmarker.leftEyeConnections() + FaceLandmarker.rightEyeConnections()
      + FaceLandmarker.leftEyebrowConnections() + FaceLandmarker.rightEyebrowConnections()
    #expect(lines.allSatisfy { max(Int($0.start), Int($0.end)) < result.faceLandmarks[0].count })
  }

  @Test("A loop over an image generator gives what direct calls with the same frames give")
  func video() async throws {
    let modelPath = try Self.model("gesture_recognizer.task")
    let service = try #require(GestureRecognizerService(modelPath: modelPath, runningMode: .video))
    let asset = AVAsset(url: URL(fileURLWithPath: Self.media("thumb_video.mp4")))
    let duration = try await asset.load(.duration).seconds * 1000
    let bundle = try #require(
      await service.recognize(
        videoAsset: asset, durationInMilliseconds: duration, inferenceIntervalInMilliseconds: 130))
    #expect(bundle.results.count == Int((duration / 130).rounded(.up)))
    #expect(bundle.size == CGSize(width: 1280, height: 720))

    let direct = try recognizer(modelPath, .video)
    let reader = try VideoReader(contentsOfFile: Self.media("thumb_video.mp4"))
    var frame = try #require(try reader.next())
    var following = try reader.next()
    var hands = 0
    for (index, result) in bundle.results.enumerated() {
      while let next = following, next.presentationTime.seconds <= Double(130 * index) / 1000 {
        frame = next
        following = try reader.next()
      }
      let expected = try direct.recognize(
        videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: 130 * index)
      #expect(result?.landmarks == expected.landmarks)
      #expect(names(result?.gestures ?? []) == names(expected.gestures))
      hands += expected.landmarks.count
    }
    #expect(hands > 10)
  }

  @Test("A camera's sample buffers, one at a time, give what direct calls with the same frames give")
  func liveStream() throws {
    let modelPath = try Self.model("gesture_recognizer.task")
    let listener = GestureListener()
    let service = try #require(
      GestureRecognizerService(modelPath: modelPath, runningMode: .liveStream, liveStreamDelegate: listener))
    let direct = try recognizer(modelPath, .video)
    let reader = try VideoReader(contentsOfFile: Self.media("thumb_video.mp4"))
    var hands = 0
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try CameraFeed(contentsOfFile: Self.media("thumb_video.mp4")).run(isPaced: false) { sampleBuffer, orientation in
        let frame = try #require(try reader.next())
        if frame.index == 40 { throw Enough() }
        let time = frame.timestampInMilliseconds
        #expect(CMSampleBufferGetPresentationTimeStamp(sampleBuffer) == CMTime(value: Int64(time), timescale: 1000))
        service.recognizeAsync(sampleBuffer: sampleBuffer, orientation: orientation, timeStamps: time)
        let result = try #require(listener.result(at: time))
        let expected = try direct.recognize(
          videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: time)
        #expect(result.landmarks == expected.landmarks)
        #expect(names(result.gestures) == names(expected.gestures))
        hands += expected.landmarks.count
      }
    }
    #expect(hands > 10)
  }

  @Test("A service without a usable model is nil instead of a crash later")
  func noModel() {
    #expect(GestureRecognizerService(modelPath: nil) == nil)
    #expect(PoseLandmarkerService(modelPath: "/nowhere/pose.task") == nil)
    #expect(ObjectDetectorService(modelPath: "") == nil)
    #expect(FaceDetectorService(modelPath: nil) == nil && FaceLandmarkerService(modelPath: "") == nil)
  }

  private func recognizer(_ modelPath: String, _ mode: RunningMode) throws -> GestureRecognizer {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = mode
    options.numHands = 2
    return try GestureRecognizer(options: options)
  }

  private func names(_ categories: [[ResultCategory]]) -> [[String]] {
    categories.map { $0.map { "\($0.categoryName ?? "-") \($0.index) \($0.score)" } }
  }
}

/// Waits for a live stream's results.
///
/// Sendable since what changes is touched under the condition's lock only.
private final class GestureListener: GestureRecognizerServiceLiveStreamDelegate, @unchecked Sendable {
  private let condition = NSCondition()
  private var results: [Int: GestureRecognizerResult] = [:]

  func gestureRecognizerService(
    _ service: GestureRecognizerService, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: Error?
  ) {
    condition.withLock {
      results[timestampInMilliseconds] = result
      condition.broadcast()
    }
  }

  /// The result of a frame; nil when it does not come within minutes.
  func result(at timestamp: Int) -> GestureRecognizerResult? {
    let end = Date(timeIntervalSinceNow: 300)
    return condition.withLock {
      while results[timestamp] == nil, condition.wait(until: end) {}
      return results[timestamp]
    }
  }
}
