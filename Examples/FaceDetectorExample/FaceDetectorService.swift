import AVFoundation
import MediaPipeTasksVision
import UIKit

/// Receives the faces of a live stream, on the task's queue.
protocol FaceDetectorServiceLiveStreamDelegate: AnyObject {
  func faceDetectorService(
    _ service: FaceDetectorService, didFinishDetection result: FaceDetectorResult?,
    timestampInMilliseconds: Int, error: Error?)
}

/// Owns a `FaceDetector` and passes it an app's inputs: images, videos, and a camera's sample buffers.
final class FaceDetectorService: NSObject {
  weak var liveStreamDelegate: FaceDetectorServiceLiveStreamDelegate?
  private var faceDetector: FaceDetector?

  /// Creates the task; nil if that fails, after printing the reason.
  init?(
    modelPath: String?, runningMode: RunningMode = .image, minDetectionConfidence: Float = 0.5,
    minSuppressionThreshold: Float = 0.3, delegate: Delegate = .CPU,
    liveStreamDelegate: FaceDetectorServiceLiveStreamDelegate? = nil
  ) {
    super.init()
    self.liveStreamDelegate = liveStreamDelegate
    let options = FaceDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.delegate = delegate
    options.runningMode = runningMode
    options.minDetectionConfidence = minDetectionConfidence
    options.minSuppressionThreshold = minSuppressionThreshold
    if runningMode == .liveStream { options.faceDetectorLiveStreamDelegate = self }
    do {
      faceDetector = try FaceDetector(options: options)
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// The faces in an image; nil when it was rejected. For running mode `.image`.
  func detect(image: UIImage) -> ResultBundle<FaceDetectorResult>? {
    guard let faceDetector, let mpImage = try? MPImage(uiImage: image) else { return nil }
    do {
      let start = Date()
      let result = try faceDetector.detect(image: mpImage)
      return ResultBundle(inferenceTime: 1000 * Date().timeIntervalSince(start), results: [result])
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// Sends a camera's frame; the delegate receives the faces. For running mode `.liveStream`.
  func detectAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
    guard let faceDetector else { return }
    do {
      let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
      try faceDetector.detectAsync(image: image, timestampInMilliseconds: timeStamps)
    } catch {
      print(error.localizedDescription)
    }
  }

  /// The faces in a video, sampled at an interval. For running mode `.video`.
  func detect(
    videoAsset: AVAsset, durationInMilliseconds: Double, inferenceIntervalInMilliseconds: Double
  ) async -> ResultBundle<FaceDetectorResult>? {
    guard let faceDetector else { return nil }
    let loop = VideoLoop(
      asset: videoAsset, durationInMilliseconds: durationInMilliseconds,
      intervalInMilliseconds: inferenceIntervalInMilliseconds)
    return loop.run { try faceDetector.detect(videoFrame: $0, timestampInMilliseconds: $1) }
  }
}

extension FaceDetectorService: FaceDetectorLiveStreamDelegate {
  func faceDetector(
    _ faceDetector: FaceDetector,
    didFinishDetection result: FaceDetectorResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    liveStreamDelegate?.faceDetectorService(
      self, didFinishDetection: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}
