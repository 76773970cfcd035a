import AVFoundation
import MediaPipeTasksVision
import UIKit
import XCTest

@testable import ObjectDetectorExample

/// Tests of an iOS app's service: images, videos, a live stream, and its settings.
final class ObjectDetectorTests: XCTestCase {
  /// MediaPipe's result on `coffee.png`.
  private static let expectedDetections = [
    Detection(
      categories: [ResultCategory(index: 46, score: 0.8302301, categoryName: "cup", displayName: nil)],
      boundingBox: CGRect(x: 161, y: 14, width: 252, height: 295), keypoints: nil),
    Detection(
      categories: [ResultCategory(index: 66, score: 0.7631245, categoryName: "dining table", displayName: nil)],
      boundingBox: CGRect(x: 0, y: 0, width: 600, height: 400), keypoints: nil),
    Detection(
      categories: [ResultCategory(index: 49, score: 0.3930055, categoryName: "spoon", displayName: nil)],
      boundingBox: CGRect(x: 319, y: 210, width: 84, height: 117), keypoints: nil),
  ]

  func testImageHasCupAndSpoon() throws {
    let modelPath = try TestResources.model("efficientdet_lite0_float16.tflite")
    let service = try XCTUnwrap(ObjectDetectorService(modelPath: modelPath))
    let bundle = try XCTUnwrap(service.detect(image: try testImage()))
    let result = try XCTUnwrap(bundle.results.first ?? nil)
    XCTAssertEqual(result.detections.count, Self.expectedDetections.count)
    for (detection, expected) in zip(result.detections, Self.expectedDetections) {
      let (category, expectedCategory) = (detection.categories[0], expected.categories[0])
      XCTAssertEqual(category.categoryName, expectedCategory.categoryName)
      XCTAssertEqual(category.score, expectedCategory.score, accuracy: 0.01)
      XCTAssertEqual(detection.boundingBox.minX, expected.boundingBox.minX, accuracy: 2)
      XCTAssertEqual(detection.boundingBox.minY, expected.boundingBox.minY, accuracy: 2)
      XCTAssertEqual(detection.boundingBox.width, expected.boundingBox.width, accuracy: 2)
      XCTAssertEqual(detection.boundingBox.height, expected.boundingBox.height, accuracy: 2)
    }
  }

  func testBoxesFitTheView() throws {
    let modelPath = try TestResources.model("efficientdet_lite0_float16.tflite")
    let service = try XCTUnwrap(ObjectDetectorService(modelPath: modelPath, maxResults: 1))
    let image = try testImage()
    let bundle = try XCTUnwrap(service.detect(image: image))
    let box = try XCTUnwrap(bundle.results.first??.detections.first?.boundingBox)
    let view = CGRect(x: 0, y: 0, width: 390, height: 844)
    let frame = AVMakeRect(aspectRatio: image.size, insideRect: view)
    let scaled = box.applying(
      CGAffineTransform(scaleX: frame.width / image.size.width, y: frame.height / image.size.height)
    )
    .applying(CGAffineTransform(translationX: frame.minX, y: frame.minY))
    XCTAssertEqual(frame.height, 260, accuracy: 0.001)
    XCTAssertTrue(view.contains(scaled))
    XCTAssertEqual(scaled.midX, box.midX * 0.65, accuracy: 0.001)
  }

  func testVideoHasPeople() async throws {
    let asset = AVURLAsset(url: TestResources.media("walkers_pan.mp4"))
    let duration = try await asset.load(.duration).seconds * 1000
    let modelPath = try TestResources.model("efficientdet_lite0_float16.tflite")
    let service = try XCTUnwrap(ObjectDetectorService(modelPath: modelPath, runningMode: .video))
    let detected = await service.detect(
      videoAsset: asset, durationInMilliseconds: duration, inferenceIntervalInMilliseconds: 500)
    let bundle = try XCTUnwrap(detected)
    XCTAssertEqual(bundle.results.count, Int((duration / 500).rounded(.up)))
    for result in bundle.results {
      XCTAssertEqual(result?.detections.first?.categories.first?.categoryName, "person")
    }
  }

  func testLiveStreamReportsEveryFrame() throws {
    let listener = Listener()
    let modelPath = try TestResources.model("efficientdet_lite0_float16.tflite")
    let service = try XCTUnwrap(
      ObjectDetectorService(
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
    XCTAssertEqual(listener.results.all.compactMap { $0.result?.detections.count }, [0, 0, 0])
  }

  func testServiceWithoutModelIsNil() {
    XCTAssertNil(ObjectDetectorService(modelPath: nil))
    XCTAssertNil(ObjectDetectorService(modelPath: Bundle.main.path(forResource: "no such model", ofType: "task")))
  }

  func testChangedSettingsMakeANewService() throws {
    let settings = InferenceSettings(modelPath: try TestResources.model("efficientdet_lite0_float16.tflite"))
    let controller = DetectionController(settings: settings)
    let first = try XCTUnwrap(controller.service)
    let change = expectation(forNotification: InferenceSettings.didChange, object: settings)
    settings.maxResults = 1
    wait(for: [change], timeout: 10)
    let second = try XCTUnwrap(controller.service)
    XCTAssertFalse(first === second)
    XCTAssertEqual(second.detect(image: try testImage())?.results.first??.detections.count, 1)
  }

  func testLabelColors() throws {
    let color = InferenceSettings.labelColor(at: InferenceSettings.labelColors.count)
    XCTAssertEqual(color, InferenceSettings.labelColor(at: 0))
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    XCTAssertTrue(color.withAlphaComponent(0.4).getRed(&red, green: &green, blue: &blue, alpha: &alpha))
    XCTAssertEqual([red, green, blue, alpha], [1, 0, 0, 0.4])
  }

  private func testImage() throws -> UIImage {
    try XCTUnwrap(
      UIImage(named: "coffee.png", in: Bundle(for: ObjectDetectorTests.self), compatibleWith: nil))
  }
}

private final class Listener: ObjectDetectorServiceLiveStreamDelegate, Sendable {
  let results = StreamResults<ObjectDetectorResult>()

  func objectDetectorService(
    _ service: ObjectDetectorService, didFinishDetection result: ObjectDetectorResult?,
    timestampInMilliseconds: Int, error: Error?
  ) { results.add(result, at: timestampInMilliseconds) }
}
