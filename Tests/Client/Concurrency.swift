import MediaPipeTasksVision
import UIKit

// Tasks, delegates and results in strict Swift 6 code; a warning is an error here.

func requireSendable<Value: Sendable>(_: Value.Type) {}

func sendability() {
  requireSendable(GestureRecognizer.self)
  requireSendable(ObjectDetector.self)
  requireSendable(PoseLandmarker.self)
  requireSendable(HandLandmarker.self)
  requireSendable(GestureRecognizerResult.self)
  requireSendable(ObjectDetectorResult.self)
  requireSendable(PoseLandmarkerResult.self)
  requireSendable(HandLandmarkerResult.self)
  requireSendable(Detection.self)
  requireSendable(NormalizedLandmark.self)
  requireSendable(Mask.self)
  requireSendable(MPImage.self)
  requireSendable(UIImage.self)
}

/// An actor that owns a task and gives its results away.
actor Recognizer {
  private let recognizer: GestureRecognizer

  init(modelPath: String?) throws { recognizer = try GestureRecognizer(modelPath: modelPath) }

  func gestures(in picture: UIImage) throws -> GestureRecognizerResult {
    try recognizer.recognize(image: MPImage(uiImage: picture))
  }
}

/// A screen on the main actor that is a delegate itself.
@MainActor
final class Screen: NSObject, ObjectDetectorLiveStreamDelegate, PoseLandmarkerLiveStreamDelegate {
  private var detector: ObjectDetector?
  private(set) var names: [String] = []
  private(set) var people = 0

  func start(modelPath: String?) throws {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .liveStream
    options.objectDetectorLiveStreamDelegate = self
    detector = try ObjectDetector(options: options)
  }

  func take(_ sample: CMSampleBuffer, at milliseconds: Int) throws {
    try detector?.detectAsync(image: MPImage(sampleBuffer: sample), timestampInMilliseconds: milliseconds)
  }

  nonisolated func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    guard let result else { return }
    Task { @MainActor in names = result.detections.compactMap { $0.categories.first?.categoryName } }
  }

  nonisolated func poseLandmarker(
    _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    guard let result else { return }
    DispatchQueue.main.async { self.people = result.landmarks.count }
  }
}

/// Pictures worked on side by side, off the caller's actor.
func gestures(in pictures: [UIImage], modelPath: String?) async throws -> [GestureRecognizerResult] {
  try await withThrowingTaskGroup(of: GestureRecognizerResult.self) { group in
    for picture in pictures {
      group.addTask { try await Recognizer(modelPath: modelPath).gestures(in: picture) }
    }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}
