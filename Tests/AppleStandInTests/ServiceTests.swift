import AVFoundation
import MediaPipeTasksVision
import Testing
import UIKit

/// Code as iOS apps have it, against the direct calls.
@Suite(.enabled(if: SharedFolder.isPresent)) struct ServiceTests {
  @Test("A loop over an image generator sees the hand of the video")
  func video() async throws {
    let model = try SharedFolder.path("models", "gesture_recognizer.task")
    let service = try #require(GestureService(modelPath: model, runningMode: .video, minConfidence: 0.5))
    let asset = AVAsset(url: URL(fileURLWithPath: try SharedFolder.path("media", "thumb_video.mp4")))
    let results = service.recognize(
      videoAsset: asset, durationInMilliseconds: asset.duration.seconds * 1000, inferenceIntervalInMilliseconds: 200)
    #expect(results.count > 5)
    let direct = try #require(GestureService(modelPath: model, runningMode: .video, minConfidence: 0.5))
    let generator = AVAssetImageGenerator(asset: asset)
    generator.appliesPreferredTrackTransform = true
    var hands = 0
    for (i, result) in results.enumerated() {
      let (image, _) = try await generator.image(at: CMTime(value: Int64(200 * i), timescale: 1000))
      let expected = try direct.recognizer.recognize(
        videoFrame: MPImage(imageBuffer: image.imageBuffer), timestampInMilliseconds: 200 * i)
      #expect(result?.landmarks == expected.landmarks)
      hands += expected.landmarks.count
    }
    #expect(hands > 0)
  }

  @Test("What says how a phone is held has Apple's numbers")
  func orientations() {
    #expect(UIDevice.current.orientation == .unknown)
    #expect((0...6).compactMap(UIDeviceOrientation.init(rawValue:)).filter(\.isLandscape).map(\.rawValue) == [3, 4])
    #expect(AVCaptureDevice.Position.front.rawValue == 2)
    #expect(GestureService.imageOrientation(deviceOrientation: .portrait, cameraPosition: .back) == .right)
  }
}
