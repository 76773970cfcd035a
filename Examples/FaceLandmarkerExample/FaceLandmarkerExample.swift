import ArgumentParser
// Exported for the service, too: in an iOS app `ResultBundle` and `VideoLoop` are files beside it.
@_exported import ExampleSupport
import MediaPipeTasksVision

/// Prints where people's noses are, and their strongest expressions in an image, a video or a video played like a camera.
@main
struct FaceLandmarkerExample: AsyncParsableCommand {
  @OptionGroup var input: ExampleInput

  func run() async throws {
    let modelPath = input.model
    try await input.run(summary: \.summary) { image in
      try ready(FaceLandmarkerService(modelPath: modelPath, outputsBlendshapes: true)).detect(image: image)
    } video: { asset, duration, interval in
      try await ready(FaceLandmarkerService(modelPath: modelPath, runningMode: .video, outputsBlendshapes: true))
        .detect(
          videoAsset: asset, durationInMilliseconds: duration, inferenceIntervalInMilliseconds: interval)
    } camera: { feed, printer in
      let service = try ready(
        FaceLandmarkerService(
          modelPath: modelPath, runningMode: .liveStream, outputsBlendshapes: true, liveStreamDelegate: printer))
      try printer.play(feed) { service.detectAsync(sampleBuffer: $0, orientation: $1, timeStamps: $2) }
    }
  }
}

extension LivePrinter<FaceLandmarkerResult>: FaceLandmarkerServiceLiveStreamDelegate {
  func faceLandmarkerService(
    _ service: FaceLandmarkerService, didFinishDetection result: FaceLandmarkerResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    show(result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}

extension FaceLandmarkerResult {
  /// Describes the faces: where the tip of the nose is, and the blendshape with the highest score.
  var summary: String {
    let faces = faceLandmarks.enumerated().map { number, landmarks in
      let nose = String(format: "a nose at %.2f, %.2f", landmarks[1].x, landmarks[1].y)
      let shapes = faceBlendshapes.indices.contains(number) ? faceBlendshapes[number].categories : []
      guard let best = shapes.max(by: { $0.score < $1.score }) else { return nose }
      return nose + String(format: " (\(best.categoryName ?? ""): %.2f)", best.score)
    }
    return faces.isEmpty ? "nobody" : faces.joined(separator: "; ")
  }
}
