import AVFoundation
import MediaPipeTasksVision
import UIKit

/// Receives the objects of a live stream, on the task's queue.
protocol ObjectDetectorServiceLiveStreamDelegate: AnyObject {
  func objectDetectorService(
    _ service: ObjectDetectorService, didFinishDetection result: ObjectDetectorResult?,
    timestampInMilliseconds: Int, error: Error?)
}

/// Owns an `ObjectDetector` and passes it an app's inputs: images, videos, and a camera's sample buffers.
final class ObjectDetectorService: NSObject {
  weak var liveStreamDelegate: ObjectDetectorServiceLiveStreamDelegate?
  private var objectDetector: ObjectDetector?

  /// Creates the task; nil if that fails, after printing the reason.
  init?(
    modelPath: String?, runningMode: RunningMode = .image, maxResults: Int = 5, scoreThreshold: Float = 0.3,
    delegate: Delegate = .CPU, liveStreamDelegate: ObjectDetectorServiceLiveStreamDelegate? = nil
  ) {
    super.init()
    self.liveStreamDelegate = liveStreamDelegate
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.delegate = delegate
    options.runningMode = runningMode
    options.maxResults = maxResults
    options.scoreThreshold = scoreThreshold
    if runningMode == .liveStream { options.objectDetectorLiveStreamDelegate = self }
    do {
      objectDetector = try ObjectDetector(options: options)
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// The objects in an image; nil when it was rejected. For running mode `.image`.
  func detect(image: UIImage) -> ResultBundle<ObjectDetectorResult>? {
    guard let objectDetector, let mpImage = try? MPImage(uiImage: image) else { return nil }
    do {
      let start = Date()
      let result = try objectDetector.detect(image: mpImage)
      return ResultBundle(inferenceTime: 1000 * Date().timeIntervalSince(start), results: [result])
    } catch {
      print(error.localizedDescription)
      return nil
    }
  }

  /// Sends a camera's frame; the delegate receives the objects. For running mode `.liveStream`.
  func detectAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
    guard let objectDetector else { return }
    do {
      let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
      try objectDetector.detectAsync(image: image, timestampInMilliseconds: timeStamps)
    } catch {
      print(error.localizedDescription)
    }
  }

  /// The objects in a video, sampled at an interval. For running mode `.video`.
  func detect(
    videoAsset: AVAsset, durationInMilliseconds: Double, inferenceIntervalInMilliseconds: Double
  ) async -> ResultBundle<ObjectDetectorResult>? {
    guard let objectDetector else { return nil }
    let loop = VideoLoop(
      asset: videoAsset, durationInMilliseconds: durationInMilliseconds,
      intervalInMilliseconds: inferenceIntervalInMilliseconds)
    return loop.run { try objectDetector.detect(videoFrame: $0, timestampInMilliseconds: $1) }
  }
}

extension ObjectDetectorService: ObjectDetectorLiveStreamDelegate {
  func objectDetector(
    _ objectDetector: ObjectDetector,
    didFinishDetection result: ObjectDetectorResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    liveStreamDelegate?.objectDetectorService(
      self, didFinishDetection: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}
