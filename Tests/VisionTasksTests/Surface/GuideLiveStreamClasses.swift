// What the guides' readers write, with the one import the guides have. That this compiles in Swift 6 mode is the test.
import MediaPipeTasksVision

/// The class of the gesture guide, with the guide's label; counts its calls.
class GuideSpellingProcessor: NSObject, GestureRecognizerLiveStreamDelegate {
  var timestamps: [Int] = []

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    timestamps.append(timestampInMilliseconds)
  }
}

/// The same with the label of MediaPipe's header.
class HeaderSpellingProcessor: NSObject, GestureRecognizerLiveStreamDelegate {
  var timestamps: [Int] = []

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    timestamps.append(timestampInMilliseconds)
  }
}

/// A class without any method: they are optional.
final class IndifferentProcessor: NSObject, GestureRecognizerLiveStreamDelegate, HandLandmarkerLiveStreamDelegate {}

/// What a Swift 6 app writes: a main-actor class that takes the result over.
@MainActor
final class ScreenModel: NSObject, GestureRecognizerLiveStreamDelegate {
  private(set) var gestureNames: [String] = []

  nonisolated func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: Error?
  ) {
    guard let result else { return }
    Task { @MainActor in show(result) }
  }

  private func show(_ result: GestureRecognizerResult) {
    gestureNames = result.gestures.compactMap { $0.first?.categoryName }
  }
}

/// The guide's configuration code, word by word but for the reader's own values.
func guideOptions(delegate processor: GuideSpellingProcessor) -> GestureRecognizerOptions {
  let modelPath = Bundle.main.path(forResource: "gesture_recognizer", ofType: "task")

  let options = GestureRecognizerOptions()
  options.baseOptions.modelAssetPath = modelPath
  options.runningMode = .liveStream
  options.minHandDetectionConfidence = 0.4
  options.minHandPresenceConfidence = 0.3
  options.minTrackingConfidence = 0.2
  options.numHands = 2
  options.gestureRecognizerLiveStreamDelegate = processor
  return options
}

/// Accepts only what may cross from one isolation to another.
func requireSendable(_ type: (some Sendable).Type) {}

/// Compiles only while everything a callback hands over is `Sendable`.
func resultsAreSendable() {
  requireSendable(GestureRecognizerResult.self)
  requireSendable(HandLandmarkerResult.self)
  requireSendable(ResultCategory.self)
  requireSendable(NormalizedLandmark.self)
  requireSendable(Landmark.self)
  requireSendable(Connection.self)
  requireSendable(Detection.self)
  requireSendable(ClassificationResult.self)
  requireSendable(Mask.self)
  requireSendable(MPImage.self)
}
