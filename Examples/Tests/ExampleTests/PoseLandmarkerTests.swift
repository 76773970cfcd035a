import AVFoundation
import MediaPipeTasksVision
import UIKit
import XCTest

@testable import PoseLandmarkerExample

/// Tests of an iOS app's service: images, videos and a live stream.
final class PoseLandmarkerTests: XCTestCase {
  /// MediaPipe's result on `two_walkers.png` for one pose: the nose, the shoulders and the hips.
  private static let expectedLandmarks: [Int: NormalizedLandmark] = [
    0: NormalizedLandmark(x: 0.4216643, y: 0.2813651, z: -0.3619123, visibility: 0.9998676, presence: 0.9998319),
    11: NormalizedLandmark(x: 0.4461291, y: 0.3356492, z: -0.1364168, visibility: 0.9998268, presence: 0.9995427),
    12: NormalizedLandmark(x: 0.3486253, y: 0.3587252, z: -0.2530781, visibility: 0.9999248, presence: 0.9999152),
    23: NormalizedLandmark(x: 0.4444023, y: 0.5486698, z: 0.0382860, visibility: 0.9997813, presence: 0.9998124),
    24: NormalizedLandmark(x: 0.3855632, y: 0.5536088, z: -0.0381586, visibility: 0.9998755, presence: 0.9999057),
  ]

  func testImageHasPose() throws {
    let modelPath = try TestResources.model("pose_landmarker_lite.task")
    let service = try XCTUnwrap(PoseLandmarkerService(modelPath: modelPath))
    let bundle = try XCTUnwrap(service.detect(image: try testImage()))
    let result = try XCTUnwrap(bundle.results.first ?? nil)
    XCTAssertEqual(result.landmarks.map(\.count), [33])
    XCTAssertEqual(result.worldLandmarks.map(\.count), [33])
    for (index, expected) in Self.expectedLandmarks {
      let landmark = try XCTUnwrap(result.landmarks.first)[index]
      XCTAssertEqual(landmark.x, expected.x, accuracy: 0.002, "x of landmark \(index)")
      XCTAssertEqual(landmark.y, expected.y, accuracy: 0.002, "y of landmark \(index)")
      XCTAssertEqual(landmark.z, expected.z, accuracy: 0.02, "z of landmark \(index)")
      XCTAssertGreaterThan(try XCTUnwrap(landmark.visibility).floatValue, 0.99)
    }
  }

  func testVideoFollowsThePose() async throws {
    let asset = AVURLAsset(url: TestResources.media("walkers_pan.mp4"))
    let duration = try await asset.load(.duration).seconds * 1000
    let modelPath = try TestResources.model("pose_landmarker_lite.task")
    let service = try XCTUnwrap(PoseLandmarkerService(modelPath: modelPath, runningMode: .video))
    let detected = await service.detect(
      videoAsset: asset, durationInMilliseconds: duration, inferenceIntervalInMilliseconds: 100)
    let bundle = try XCTUnwrap(detected)
    XCTAssertEqual(bundle.results.count, Int((duration / 100).rounded(.up)))
    XCTAssertEqual(bundle.size, CGSize(width: 480, height: 360))
    XCTAssertEqual(bundle.results.map { $0?.landmarks.count }, Array(repeating: 1, count: bundle.results.count))
    let nose = try XCTUnwrap(bundle.results[20]?.landmarks.first?.first)
    XCTAssertEqual(nose.x, 0.3131, accuracy: 0.02)
    XCTAssertEqual(nose.y, 0.2490, accuracy: 0.02)
  }

  func testLiveStreamReportsEveryFrame() throws {
    let listener = Listener()
    let modelPath = try TestResources.model("pose_landmarker_lite.task")
    let service = try XCTUnwrap(
      PoseLandmarkerService(
        modelPath: modelPath, runningMode: .liveStream, liveStreamDelegate: listener))
    let times = [0, 40, 80]
    for time in times {
      let arrival = expectation(description: "the result at \(time) ms")
      listener.results.fulfill(arrival)
      service.detectAsync(
        sampleBuffer: try TestResources.grayFrame(atMilliseconds: time), orientation: .up, timeStamps: time)
      wait(for: [arrival], timeout: 60)
    }
    XCTAssertEqual(listener.results.all.map(\.time), times)
    XCTAssertEqual(listener.results.all.compactMap { $0.result?.landmarks.count }, [0, 0, 0])
  }

  func testServiceWithoutModelIsNil() {
    XCTAssertNil(PoseLandmarkerService(modelPath: nil))
    XCTAssertNil(PoseLandmarkerService(modelPath: Bundle.main.path(forResource: "no such model", ofType: "task")))
  }

  private func testImage() throws -> UIImage {
    try XCTUnwrap(
      UIImage(named: "two_walkers.png", in: Bundle(for: PoseLandmarkerTests.self), compatibleWith: nil))
  }
}

private final class Listener: PoseLandmarkerServiceLiveStreamDelegate, Sendable {
  let results = StreamResults<PoseLandmarkerResult>()

  func poseLandmarkerService(
    _ service: PoseLandmarkerService, didFinishDetection result: PoseLandmarkerResult?,
    timestampInMilliseconds: Int, error: Error?
  ) { results.add(result, at: timestampInMilliseconds) }
}
