import AVFoundation
import MediaPipeTasksVision
import UIKit
import XCTest

@testable import GestureRecognizerExample

/// Tests of an iOS app's service: images, videos and a live stream.
final class GestureRecognizerTests: XCTestCase {
  /// MediaPipe's result on `thumb_up_teal.png`: the wrist and the tips of thumb and fingers.
  private static let expectedLandmarks: [Int: NormalizedLandmark] = [
    0: NormalizedLandmark(x: 0.2559248, y: 0.7358811, z: 0, visibility: nil, presence: nil),
    4: NormalizedLandmark(x: 0.3645752, y: 0.1518346, z: -0.0863014, visibility: nil, presence: nil),
    8: NormalizedLandmark(x: 0.4428200, y: 0.5004128, z: -0.0449062, visibility: nil, presence: nil),
    12: NormalizedLandmark(x: 0.4235450, y: 0.5763791, z: -0.0358284, visibility: nil, presence: nil),
    16: NormalizedLandmark(x: 0.4052857, y: 0.6419463, z: 0.0234935, visibility: nil, presence: nil),
    20: NormalizedLandmark(x: 0.4342222, y: 0.6870756, z: 0.0468387, visibility: nil, presence: nil),
  ]
  private static let expectedGesture = ResultCategory(
    index: -1, score: 0.8105937, categoryName: "Thumb_Up", displayName: nil)

  func testImageHasThumbUp() throws {
    let modelPath = try TestResources.model("gesture_recognizer.task")
    let service = try XCTUnwrap(GestureRecognizerService(modelPath: modelPath))
    let bundle = try XCTUnwrap(service.recognize(image: try testImage()))
    let result = try XCTUnwrap(bundle.results.first ?? nil)
    XCTAssertEqual(result.landmarks.count, 1)
    let gesture = try XCTUnwrap(result.gestures.first?.first)
    XCTAssertEqual(gesture.categoryName, Self.expectedGesture.categoryName)
    XCTAssertEqual(gesture.index, Self.expectedGesture.index)
    XCTAssertEqual(gesture.score, Self.expectedGesture.score, accuracy: 0.01)
    XCTAssertEqual(result.handedness.first?.first?.categoryName, "Left")
    for (index, expected) in Self.expectedLandmarks {
      let landmark = try XCTUnwrap(result.landmarks.first)[index]
      XCTAssertEqual(landmark.x, expected.x, accuracy: 0.002, "x of landmark \(index)")
      XCTAssertEqual(landmark.y, expected.y, accuracy: 0.002, "y of landmark \(index)")
      XCTAssertEqual(landmark.z, expected.z, accuracy: 0.004, "z of landmark \(index)")
    }
  }

  func testVideoHasFistThenThumb() async throws {
    let asset = AVURLAsset(url: TestResources.media("thumb_video.mp4"))
    let duration = try await asset.load(.duration).seconds * 1000
    let modelPath = try TestResources.model("gesture_recognizer.task")
    let service = try XCTUnwrap(
      GestureRecognizerService(modelPath: modelPath, runningMode: .video))
    let recognized = await service.recognize(
      videoAsset: asset, durationInMilliseconds: duration, inferenceIntervalInMilliseconds: 400)
    let bundle = try XCTUnwrap(recognized)
    XCTAssertEqual(bundle.results.count, Int((duration / 400).rounded(.up)))
    XCTAssertEqual(bundle.size, CGSize(width: 1280, height: 720))
    XCTAssertEqual(bundle.results[0]?.landmarks.count, 0)
    XCTAssertEqual(bundle.results[3]?.gestures.first?.first?.categoryName, "Closed_Fist")
    XCTAssertEqual(bundle.results[6]?.gestures.first?.first?.categoryName, "Thumb_Up")
  }

  func testLiveStreamReportsEveryFrame() throws {
    let listener = Listener()
    let modelPath = try TestResources.model("gesture_recognizer.task")
    let service = try XCTUnwrap(
      GestureRecognizerService(
        modelPath: modelPath, runningMode: .liveStream, liveStreamDelegate: listener))
    let times = [0, 40, 80]
    for time in times {
      let arrival = expectation(description: "the result at \(time) ms")
      listener.results.fulfill(arrival)
      service.recognizeAsync(
        sampleBuffer: try TestResources.grayFrame(atMilliseconds: time), orientation: .up, timeStamps: time)
      wait(for: [arrival], timeout: 60)
    }
    XCTAssertEqual(listener.results.all.map(\.time), times)
    XCTAssertEqual(listener.results.all.compactMap { $0.result?.landmarks.count }, [0, 0, 0])
  }

  func testServiceWithoutModelIsNil() {
    XCTAssertNil(GestureRecognizerService(modelPath: nil))
    XCTAssertNil(GestureRecognizerService(modelPath: Bundle.main.path(forResource: "no such model", ofType: "task")))
  }

  private func testImage() throws -> UIImage {
    try XCTUnwrap(
      UIImage(named: "thumb_up_teal.png", in: Bundle(for: GestureRecognizerTests.self), compatibleWith: nil))
  }
}

private final class Listener: GestureRecognizerServiceLiveStreamDelegate, Sendable {
  let results = StreamResults<GestureRecognizerResult>()

  func gestureRecognizerService(
    _ service: GestureRecognizerService, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: Error?
  ) { results.add(result, at: timestampInMilliseconds) }
}
