import AVFoundation
import MediaPipeTasksVision
import UIKit

/// Receives the gestures of a live stream, on the task's queue.
protocol GestureRecognizerServiceLiveStreamDelegate: AnyObject {
  func gestureRecognizerService(
    _ service: GestureRecognizerService, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: Error?)
}

/// Owns a `GestureRecognizer` and passes it an app's inputs: images, videos, and a camera's sample buffers.
final class GestureRecognizerService: NSObject {
  weak var liveStreamDelegate: GestureRecognizerServiceLiveStreamDelegate?
  private var gestureRecognizer: GestureRecognizer?

  /// Creates the task; nil if that fails, after printing the reason.
  init?(
    modelPath: String?, runningMode: RunningMode = .image, numHands: Int = 2, minHandDetectionConfidence: Float = 0.5,
    minHandPresenceConfidence: Float = 0.5, minTrackingConfidence: Float = 0.5, delegate: Delegate = .CPU,
    liveStreamDelegate: GestureRecognizerServiceLiveStreamDelegate? = nil
  ) {
    super.init()
    self.liveStreamDelegate = liveStreamDelegate
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.delegate = delegate
    options.runningMode = runningMode
    options.numHands = numHands
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
    if runningMode == .liveStream { options.gestureRecognizerLiveStreamDelegate = self }
    do {
      gestureRecognizer = try GestureRecognizer(options: options)
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// The gestures in an image; nil when it was rejected. For running mode `.image`.
  func recognize(image: UIImage) -> ResultBundle<GestureRecognizerResult>? {
    guard let gestureRecognizer, let mpImage = try? MPImage(uiImage: image) else { return nil }
    do {
      let start = Date()
      let result = try gestureRecognizer.recognize(image: mpImage)
      return ResultBundle(inferenceTime: 1000 * Date().timeIntervalSince(start), results: [result])
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// Sends a camera's frame; the delegate receives the gestures. For running mode `.liveStream`.
  func recognizeAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
    guard let gestureRecognizer else { return }
    do {
      let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
      try gestureRecognizer.recognizeAsync(image: image, timestampInMilliseconds: timeStamps)
    } catch {
      print(error.localizedDescription)
    }
  }

  /// The gestures in a video, sampled at an interval. For running mode `.video`.
  func recognize(
    videoAsset: AVAsset, durationInMilliseconds: Double, inferenceIntervalInMilliseconds: Double
  ) async -> ResultBundle<GestureRecognizerResult>? {
    guard let gestureRecognizer else { return nil }
    let loop = VideoLoop(
      asset: videoAsset, durationInMilliseconds: durationInMilliseconds,
      intervalInMilliseconds: inferenceIntervalInMilliseconds)
    return loop.run { try gestureRecognizer.recognize(videoFrame: $0, timestampInMilliseconds: $1) }
  }
}

extension GestureRecognizerService: GestureRecognizerLiveStreamDelegate {
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    liveStreamDelegate?.gestureRecognizerService(
      self, didFinishRecognition: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}
