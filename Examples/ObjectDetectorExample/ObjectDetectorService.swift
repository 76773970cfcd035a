import AVFoundation
import ExampleSupport
import MediaPipeTasksVision
import UIKit

/// Gets the objects of a live stream, on a queue of the task's own.
protocol ObjectDetectorServiceLiveStreamDelegate: AnyObject {
  func objectDetectorService(
    _ service: ObjectDetectorService, didFinishDetection result: ObjectDetectorResult?,
    timestampInMilliseconds: Int, error: Error?)
}

/// Owns an `ObjectDetector` and hands it what an app has: pictures, videos, and a camera's sample buffers.
final class ObjectDetectorService: NSObject {
  weak var liveStreamDelegate: ObjectDetectorServiceLiveStreamDelegate?
  private var objectDetector: ObjectDetector?

  /// Makes the task; nil when it cannot be made, for a reason that is printed.
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

  /// The objects in a picture; nil when it was refused. For running mode `.image`.
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

  /// Takes a camera's picture; the delegate gets the objects. For running mode `.liveStream`.
  func detectAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
    guard let objectDetector else { return }
    do {
      let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
      try objectDetector.detectAsync(image: image, timestampInMilliseconds: timeStamps)
    } catch {
      print(error.localizedDescription)
    }
  }

  /// The objects in a video, looked at every so many milliseconds. For running mode `.video`.
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
