import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// The delegate as the guide writes it: its parameter has another name inside, which must not matter.
private final class ObjectListener: NSObject, ObjectDetectorLiveStreamDelegate, @unchecked Sendable {
  // Safe to share: what was heard is touched under the condition's lock only.
  private let condition = NSCondition()
  private var heard: [(result: ObjectDetectorResult?, timestamp: Int, failed: Bool)] = []

  func objectDetector(
    _ objectDetector: ObjectDetector,
    didFinishDetection objectDetectionResult: ObjectDetectorResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    condition.withLock {
      heard.append((objectDetectionResult, timestampInMilliseconds, error != nil))
      condition.broadcast()
    }
  }

  /// Waits for so many results; gives those that came within ten seconds.
  func results(_ count: Int) -> [(result: ObjectDetectorResult?, timestamp: Int, failed: Bool)] {
    let deadline = Date(timeIntervalSinceNow: 10)
    return condition.withLock {
      while heard.count < count, condition.wait(until: deadline) {}
      return heard
    }
  }
}

@Suite("Object detection of videos and live streams", .needs(.shared))
struct ObjectDetectorStreamTests {
  private func options(_ mode: RunningMode) throws -> ObjectDetectorOptions {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/ssd_mobilenet_v1_coco_quant.tflite")
    options.runningMode = mode
    options.maxResults = 1
    return options
  }

  private func cat() throws -> MPImage { try MPImage(contentsOfFile: SharedFolder.path("media/cat_720p.jpg")) }

  @Test("The delegate gets every frame's result with its timestamp, given or taken from the clock")
  func live() throws {
    let listener = ObjectListener()
    let options = try options(.liveStream)
    options.objectDetectorLiveStreamDelegate = listener
    let detector = try ObjectDetector(options: options)
    let image = try cat()
    try detector.detectAsync(image: image, timestampInMilliseconds: 5)
    #expect(listener.results(1).map(\.timestamp) == [5])
    try detector.detectAsync(image: image)
    _ = listener.results(2)
    try detector.detectAsync(image: image)
    let heard = listener.results(3)
    #expect(heard.count == 3)
    #expect(heard[1].timestamp > 5 && heard[2].timestamp > heard[1].timestamp)
    for entry in heard {
      #expect(!entry.failed)
      #expect(entry.result?.timestampInMilliseconds == entry.timestamp)
      #expect(entry.result?.detections.first?.categories.first?.categoryName == "cat")
    }
    #expect(detector.droppedFrameCount == 0)
  }

  @Test("A video's frames without timestamps are stamped, rising, and give what timestamped ones give")
  func video() throws {
    let detector = try ObjectDetector(options: options(.video))
    let image = try cat()
    let given = try detector.detect(videoFrame: image, timestampInMilliseconds: 1)
    let first = try detector.detect(videoFrame: image)
    let second = try detector.detect(videoFrame: image)
    #expect(first.timestampInMilliseconds > 1)
    #expect(second.timestampInMilliseconds > first.timestampInMilliseconds)
    #expect(first.detections.map(\.boundingBox) == given.detections.map(\.boundingBox))
  }

  @Test("Options are copied when the task is made, and the copy of options is whole")
  func copies() throws {
    let options = try options(.image)
    options.categoryDenylist = ["dog"]
    options.displayNamesLocale = "de"
    options.scoreThreshold = 0.25
    options.multiclassNms = true
    options.minSuppressionThreshold = 0.5
    let copy = try #require(options.copy() as? ObjectDetectorOptions)
    #expect(copy.categoryDenylist == ["dog"] && copy.categoryAllowlist.isEmpty && copy.displayNamesLocale == "de")
    #expect(copy.scoreThreshold == 0.25 && copy.maxResults == 1 && copy.runningMode == .image)
    #expect(copy.multiclassNms && copy.minSuppressionThreshold == 0.5)
    #expect(copy.baseOptions !== options.baseOptions)
    #expect(copy.baseOptions.modelAssetPath == options.baseOptions.modelAssetPath)
    let detector = try ObjectDetector(options: options)
    options.maxResults = 3
    #expect(try detector.detect(image: cat()).detections.count == 1)
  }
}
