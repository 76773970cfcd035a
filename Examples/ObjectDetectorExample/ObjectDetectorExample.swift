import ArgumentParser
// Exported for the service, too: in an iOS app `ResultBundle` and `VideoLoop` are files beside it.
@_exported import ExampleSupport
import MediaPipeTasksVision

/// Prints the objects in an image, a video or a video played like a camera.
@main
struct ObjectDetectorExample: AsyncParsableCommand {
  @OptionGroup var input: ExampleInput

  func run() async throws {
    let modelPath = input.model
    try await input.run(summary: \.summary) { image in
      try ready(ObjectDetectorService(modelPath: modelPath)).detect(image: image)
    } video: { asset, duration, interval in
      try await ready(ObjectDetectorService(modelPath: modelPath, runningMode: .video)).detect(
        videoAsset: asset, durationInMilliseconds: duration, inferenceIntervalInMilliseconds: interval)
    } camera: { feed, printer in
      let service = try ready(
        ObjectDetectorService(modelPath: modelPath, runningMode: .liveStream, liveStreamDelegate: printer))
      try printer.play(feed) { service.detectAsync(sampleBuffer: $0, orientation: $1, timeStamps: $2) }
    }
  }
}

extension LivePrinter<ObjectDetectorResult>: ObjectDetectorServiceLiveStreamDelegate {
  func objectDetectorService(
    _ service: ObjectDetectorService, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    show(result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}

extension ObjectDetectorResult {
  /// Describes the objects.
  var summary: String {
    let objects = detections.map { detection in
      let (category, box) = (detection.categories.first, detection.boundingBox)
      return "\(category?.categoryName ?? "object") \(String(format: "%.2f", category?.score ?? 0)) "
        + "at (\(Int(box.minX)), \(Int(box.minY))), \(Int(box.width)) x \(Int(box.height))"
    }
    return objects.isEmpty ? "no objects" : objects.joined(separator: "; ")
  }
}
