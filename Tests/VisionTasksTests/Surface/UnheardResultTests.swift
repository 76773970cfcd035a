import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// A delegate as the guide's prose spells its method; the label makes it another one, which is never called.
private final class NearMissListener: NSObject, ObjectDetectorLiveStreamDelegate {
  func objectDetector(
    _objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {}
}

/// A delegate with the right method.
private final class HearingListener: NSObject, ObjectDetectorLiveStreamDelegate {
  func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {}
}

private final class DeafGestureListener: NSObject, GestureRecognizerLiveStreamDelegate {}
private final class DeafHandListener: NSObject, HandLandmarkerLiveStreamDelegate {}
private final class DeafPoseListener: NSObject, PoseLandmarkerLiveStreamDelegate {}

@Suite(
  "Delegates without the method that takes results", .serialized,
  .needs(.shared))
struct UnheardResultTests {
  /// What is written to standard error meanwhile.
  private func standardError(of body: () throws -> Void) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let descriptor = open(file.path, O_CREAT | O_WRONLY | O_APPEND, 0o600)
    let original = dup(STDERR_FILENO)
    try #require(descriptor >= 0 && original >= 0)
    dup2(descriptor, STDERR_FILENO)
    defer {
      close(descriptor)
      close(original)
    }
    do {
      defer { dup2(original, STDERR_FILENO) }
      try body()
    }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  private func detector(_ listener: any ObjectDetectorLiveStreamDelegate) throws -> ObjectDetector {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/ssd_mobilenet_v1_coco_quant.tflite")
    options.runningMode = .liveStream
    options.objectDetectorLiveStreamDelegate = listener
    return try ObjectDetector(options: options)
  }

  /// A detector whose delegate is gone.
  private func orphan() throws -> ObjectDetector {
    let listener = NearMissListener()
    return try withExtendedLifetime(listener) { try detector(listener) }
  }

  private func image() throws -> MPImage { try MPImage(imageBuffer: ImageBuffer(width: 32, height: 32, format: .rgb)) }

  private func count(_ word: String, in text: String) -> Int { text.components(separatedBy: word).count - 1 }

  @Test("A label like the guide's prose is warned of once, with the right one")
  func nearMiss() throws {
    let listener = NearMissListener()
    let detector = try detector(listener)
    let text = try standardError {
      for timestamp in 0..<3 {
        try detector.detectAsync(image: image(), timestampInMilliseconds: timestamp)
        Thread.sleep(forTimeInterval: 0.3)
      }
    }
    #expect(count("NearMissListener", in: text) == 1)
    #expect(text.contains("objectDetector(_:didFinishDetection:timestampInMilliseconds:error:)"))
  }

  @Test("A delegate with the method, and one that has gone away, are not warned of")
  func silent() throws {
    let listener = HearingListener()
    let (hearing, orphan) = (try detector(listener), try orphan())
    let text = try standardError {
      try hearing.detectAsync(image: image(), timestampInMilliseconds: 0)
      try orphan.detectAsync(image: image(), timestampInMilliseconds: 0)
      Thread.sleep(forTimeInterval: 0.5)
    }
    #expect(!text.contains("Listener"))
  }

  @Test("Every task warns by its own method")
  func everyTask() throws {
    let (gestureListener, handListener, poseListener) = (DeafGestureListener(), DeafHandListener(), DeafPoseListener())
    let gestures = GestureRecognizerOptions()
    gestures.baseOptions.modelAssetPath = try SharedFolder.path("models/gesture_recognizer.task")
    gestures.runningMode = .liveStream
    gestures.gestureRecognizerLiveStreamDelegate = gestureListener
    let hands = HandLandmarkerOptions()
    hands.baseOptions.modelAssetPath = try SharedFolder.path("models/hand_landmarker.task")
    hands.runningMode = .liveStream
    hands.handLandmarkerLiveStreamDelegate = handListener
    let poses = PoseLandmarkerOptions()
    poses.baseOptions.modelAssetPath = try SharedFolder.path("models/pose_landmarker_lite.task")
    poses.runningMode = .liveStream
    poses.poseLandmarkerLiveStreamDelegate = poseListener
    let tasks = (
      try GestureRecognizer(options: gestures), try HandLandmarker(options: hands), try PoseLandmarker(options: poses)
    )
    let text = try standardError {
      try tasks.0.recognizeAsync(image: image(), timestampInMilliseconds: 0)
      try tasks.1.detectAsync(image: image(), timestampInMilliseconds: 0)
      try tasks.2.detectAsync(image: image(), timestampInMilliseconds: 0)
      Thread.sleep(forTimeInterval: 1)
    }
    for (listener, method) in [
      ("DeafGestureListener", "gestureRecognizer(_:didFinishRecognition:timestampInMilliseconds:error:)"),
      ("DeafHandListener", "handLandmarker(_:didFinishDetection:timestampInMilliseconds:error:)"),
      ("DeafPoseListener", "poseLandmarker(_:didFinishDetection:timestampInMilliseconds:error:)"),
    ] {
      #expect(count(listener, in: text) == 1)
      #expect(count(method, in: text) == 1)
    }
  }
}
