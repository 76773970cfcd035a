import AVFoundation
import MediaPipeTasksVision
import UIKit

/// Receives the faces of a live stream, on the task's queue.
protocol FaceLandmarkerServiceLiveStreamDelegate: AnyObject {
  func faceLandmarkerService(
    _ service: FaceLandmarkerService, didFinishDetection result: FaceLandmarkerResult?,
    timestampInMilliseconds: Int, error: Error?)
}

/// Owns a `FaceLandmarker` and passes it an app's inputs: images, videos, and a camera's sample buffers.
final class FaceLandmarkerService: NSObject {
  weak var liveStreamDelegate: FaceLandmarkerServiceLiveStreamDelegate?
  private var faceLandmarker: FaceLandmarker?

  /// Creates the task; nil if that fails, after printing the reason.
  init?(
    modelPath: String?, runningMode: RunningMode = .image, numFaces: Int = 1, minFaceDetectionConfidence: Float = 0.5,
    minFacePresenceConfidence: Float = 0.5, minTrackingConfidence: Float = 0.5, outputsBlendshapes: Bool = false,
    delegate: Delegate = .CPU, liveStreamDelegate: FaceLandmarkerServiceLiveStreamDelegate? = nil
  ) {
    super.init()
    self.liveStreamDelegate = liveStreamDelegate
    let options = FaceLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.delegate = delegate
    options.runningMode = runningMode
    options.numFaces = numFaces
    options.minFaceDetectionConfidence = minFaceDetectionConfidence
    options.minFacePresenceConfidence = minFacePresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
    options.outputFaceBlendshapes = outputsBlendshapes
    if runningMode == .liveStream { options.faceLandmarkerLiveStreamDelegate = self }
    do {
      faceLandmarker = try FaceLandmarker(options: options)
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// The faces in an image; nil when it was rejected. For running mode `.image`.
  func detect(image: UIImage) -> ResultBundle<FaceLandmarkerResult>? {
    guard let faceLandmarker, let mpImage = try? MPImage(uiImage: image) else { return nil }
    do {
      let start = Date()
      let result = try faceLandmarker.detect(image: mpImage)
      return ResultBundle(inferenceTime: 1000 * Date().timeIntervalSince(start), results: [result])
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// Sends a camera's frame; the delegate receives the faces. For running mode `.liveStream`.
  func detectAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
    guard let faceLandmarker else { return }
    do {
      let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
      try faceLandmarker.detectAsync(image: image, timestampInMilliseconds: timeStamps)
    } catch {
      print(error.localizedDescription)
    }
  }

  /// The faces in a video, sampled at an interval. For running mode `.video`.
  func detect(
    videoAsset: AVAsset, durationInMilliseconds: Double, inferenceIntervalInMilliseconds: Double
  ) async -> ResultBundle<FaceLandmarkerResult>? {
    guard let faceLandmarker else { return nil }
    let loop = VideoLoop(
      asset: videoAsset, durationInMilliseconds: durationInMilliseconds,
      intervalInMilliseconds: inferenceIntervalInMilliseconds)
    return loop.run { try faceLandmarker.detect(videoFrame: $0, timestampInMilliseconds: $1) }
  }
}

extension FaceLandmarkerService: FaceLandmarkerLiveStreamDelegate {
  func faceLandmarker(
    _ faceLandmarker: FaceLandmarker,
    didFinishDetection result: FaceLandmarkerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    liveStreamDelegate?.faceLandmarkerService(
      self, didFinishDetection: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}
