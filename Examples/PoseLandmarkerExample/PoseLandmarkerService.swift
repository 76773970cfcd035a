import AVFoundation
import MediaPipeTasksVision
import UIKit

/// Receives the poses of a live stream, on the task's queue.
protocol PoseLandmarkerServiceLiveStreamDelegate: AnyObject {
  func poseLandmarkerService(
    _ service: PoseLandmarkerService, didFinishDetection result: PoseLandmarkerResult?,
    timestampInMilliseconds: Int, error: Error?)
}

/// Owns a `PoseLandmarker` and passes it an app's inputs: images, videos, and a camera's sample buffers.
final class PoseLandmarkerService: NSObject {
  weak var liveStreamDelegate: PoseLandmarkerServiceLiveStreamDelegate?
  private var poseLandmarker: PoseLandmarker?

  /// Creates the task; nil if that fails, after printing the reason.
  init?(
    modelPath: String?, runningMode: RunningMode = .image, numPoses: Int = 1, minPoseDetectionConfidence: Float = 0.5,
    minPosePresenceConfidence: Float = 0.5, minTrackingConfidence: Float = 0.5, delegate: Delegate = .CPU,
    liveStreamDelegate: PoseLandmarkerServiceLiveStreamDelegate? = nil
  ) {
    super.init()
    self.liveStreamDelegate = liveStreamDelegate
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.delegate = delegate
    options.runningMode = runningMode
    options.numPoses = numPoses
    options.minPoseDetectionConfidence = minPoseDetectionConfidence
    options.minPosePresenceConfidence = minPosePresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
    if runningMode == .liveStream { options.poseLandmarkerLiveStreamDelegate = self }
    do {
      poseLandmarker = try PoseLandmarker(options: options)
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// The poses in an image; nil when it was rejected. For running mode `.image`.
  func detect(image: UIImage) -> ResultBundle<PoseLandmarkerResult>? {
    guard let poseLandmarker, let mpImage = try? MPImage(uiImage: image) else { return nil }
    do {
      let start = Date()
      let result = try poseLandmarker.detect(image: mpImage)
      return ResultBundle(inferenceTime: 1000 * Date().timeIntervalSince(start), results: [result])
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// Sends a camera's frame; the delegate receives the poses. For running mode `.liveStream`.
  func detectAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
    guard let poseLandmarker else { return }
    do {
      let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
      try poseLandmarker.detectAsync(image: image, timestampInMilliseconds: timeStamps)
    } catch {
      print(error.localizedDescription)
    }
  }

  /// The poses in a video, sampled at an interval. For running mode `.video`.
  func detect(
    videoAsset: AVAsset, durationInMilliseconds: Double, inferenceIntervalInMilliseconds: Double
  ) async -> ResultBundle<PoseLandmarkerResult>? {
    guard let poseLandmarker else { return nil }
    let loop = VideoLoop(
      asset: videoAsset, durationInMilliseconds: durationInMilliseconds,
      intervalInMilliseconds: inferenceIntervalInMilliseconds)
    return loop.run { try poseLandmarker.detect(videoFrame: $0, timestampInMilliseconds: $1) }
  }
}

extension PoseLandmarkerService: PoseLandmarkerLiveStreamDelegate {
  func poseLandmarker(
    _ poseLandmarker: PoseLandmarker,
    didFinishDetection result: PoseLandmarkerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    liveStreamDelegate?.poseLandmarkerService(
      self, didFinishDetection: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}
