import ArgumentParser
// Exported for the service, too: in an iOS app `ResultBundle` and `VideoLoop` are files beside it.
@_exported import ExampleSupport
import MediaPipeTasksVision

/// Prints where people's noses are in an image, a video or a video played like a camera.
@main
struct PoseLandmarkerExample: AsyncParsableCommand {
  @OptionGroup var input: ExampleInput

  func run() async throws {
    let modelPath = input.model
    try await input.run(summary: \.summary) { image in
      try ready(PoseLandmarkerService(modelPath: modelPath)).detect(image: image)
    } video: { asset, duration, interval in
      try await ready(PoseLandmarkerService(modelPath: modelPath, runningMode: .video)).detect(
        videoAsset: asset, durationInMilliseconds: duration, inferenceIntervalInMilliseconds: interval)
    } camera: { feed, printer in
      let service = try ready(
        PoseLandmarkerService(modelPath: modelPath, runningMode: .liveStream, liveStreamDelegate: printer))
      try printer.play(feed) { service.detectAsync(sampleBuffer: $0, orientation: $1, timeStamps: $2) }
    }
  }
}

extension LivePrinter<PoseLandmarkerResult>: PoseLandmarkerServiceLiveStreamDelegate {
  func poseLandmarkerService(
    _ service: PoseLandmarkerService, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    show(result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}

extension PoseLandmarkerResult {
  /// Describes the people.
  var summary: String {
    let people = landmarks.compactMap(\.first).map { nose in
      String(format: "a nose at %.2f, %.2f (visible: %.2f)", nose.x, nose.y, nose.visibility?.doubleValue ?? 0)
    }
    return people.isEmpty ? "nobody" : people.joined(separator: "; ")
  }
}
