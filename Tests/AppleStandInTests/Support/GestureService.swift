import AVFoundation
import MediaPipeTasksVision
import UIKit

/// A service as iOS apps have one, with nothing in it that is not in Apple's and MediaPipe's interfaces.
final class GestureService: NSObject {
  let recognizer: GestureRecognizer

  init?(modelPath: String?, runningMode: RunningMode, minConfidence: Float) {
    guard let modelPath else { return nil }
    let options = GestureRecognizerOptions()
    options.runningMode = runningMode
    options.minHandDetectionConfidence = minConfidence
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.delegate = .CPU
    do {
      recognizer = try GestureRecognizer(options: options)
    } catch {
      print(error.localizedDescription)
      return nil
    }
    super.init()
  }

  func recognize(image: UIImage) -> GestureRecognizerResult? {
    guard let image = try? MPImage(uiImage: image) else { return nil }
    return recognize(image)
  }

  func recognize(_ image: MPImage) -> GestureRecognizerResult? {
    try? recognizer.recognize(image: image)
  }

  func recognizeAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
    guard let image = try? MPImage(sampleBuffer: sampleBuffer, orientation: orientation) else { return }
    do {
      try recognizer.recognizeAsync(image: image, timestampInMilliseconds: timeStamps)
    } catch {
      print(error)
    }
  }

  func recognize(
    videoAsset: AVAsset, durationInMilliseconds: Double, inferenceIntervalInMilliseconds: Double
  ) -> [GestureRecognizerResult?] {
    let generator = AVAssetImageGenerator(asset: videoAsset)
    generator.requestedTimeToleranceBefore = CMTimeMake(value: 1, timescale: 25)
    generator.requestedTimeToleranceAfter = CMTimeMake(value: 1, timescale: 25)
    generator.appliesPreferredTrackTransform = true
    let frameCount = Int(durationInMilliseconds / inferenceIntervalInMilliseconds)
    return (0..<frameCount).map { i in
      let timestamp = Int(inferenceIntervalInMilliseconds) * i
      guard
        let image = try? generator.copyCGImage(
          at: CMTime(value: Int64(timestamp), timescale: 1000), actualTime: nil),
        let frame = try? MPImage(uiImage: UIImage(cgImage: image))
      else { return nil }
      return try? recognizer.recognize(videoFrame: frame, timestampInMilliseconds: timestamp)
    }
  }

  static func imageOrientation(
    deviceOrientation: UIDeviceOrientation, cameraPosition: AVCaptureDevice.Position
  ) -> UIImage.Orientation {
    switch deviceOrientation {
    case .portrait: cameraPosition == .front ? .leftMirrored : .right
    case .landscapeLeft: cameraPosition == .front ? .downMirrored : .up
    case .portraitUpsideDown: cameraPosition == .front ? .rightMirrored : .left
    case .landscapeRight: cameraPosition == .front ? .upMirrored : .down
    case .faceDown, .faceUp, .unknown: .up
    }
  }
}
