import ArgumentParser
// Exported for the service, too: in an iOS app `ResultBundle` and `VideoLoop` are files beside it.
@_exported import ExampleSupport
import MediaPipeTasksVision

/// Prints the faces in an image, a video or a video played like a camera.
@main
struct FaceDetectorExample: AsyncParsableCommand {
  @OptionGroup var input: ExampleInput

  func run() async throws {
    let modelPath = input.model
    try await input.run(summary: \.summary) { image in
      try ready(FaceDetectorService(modelPath: modelPath)).detect(image: image)
    } video: { asset, duration, interval in
      try await ready(FaceDetectorService(modelPath: modelPath, runningMode: .video)).detect(
        videoAsset: asset, durationInMilliseconds: duration, inferenceIntervalInMilliseconds: interval)
    } camera: { feed, printer in
      let service = try ready(
        FaceDetectorService(modelPath: modelPath, runningMode: .liveStream, liveStreamDelegate: printer))
      try printer.play(feed) { service.detectAsync(sampleBuffer: $0, orientation: $1, timeStamps: $2) }
    }
  }
}

extension LivePrinter<FaceDetectorResult>: FaceDetectorServiceLiveStreamDelegate {
  func faceDetectorService(
    _ service: FaceDetectorService, didFinishDetection result: FaceDetectorResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    show(result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}

extension FaceDetectorResult {
  /// Describes the faces.
  var summary: String {
    let faces = detections.map { detection in
      let (score, box) = (detection.categories.first?.score ?? 0, detection.boundingBox)
      return String(
        format: "a face %.2f at (%.0f, %.0f), %.0f x %.0f", score, box.minX, box.minY, box.width, box.height)
    }
    return faces.isEmpty ? "nobody" : faces.joined(separator: "; ")
  }
}
