import ArgumentParser
// Exported for the service, too: in an iOS app `ResultBundle` and `VideoLoop` are files beside it.
@_exported import ExampleSupport
import MediaPipeTasksVision

/// Prints the gestures in an image, a video or a video played like a camera.
@main
struct GestureRecognizerExample: AsyncParsableCommand {
  @OptionGroup var input: ExampleInput

  func run() async throws {
    let modelPath = input.model
    try await input.run(summary: \.summary) { image in
      try ready(GestureRecognizerService(modelPath: modelPath)).recognize(image: image)
    } video: { asset, duration, interval in
      try await ready(GestureRecognizerService(modelPath: modelPath, runningMode: .video)).recognize(
        videoAsset: asset, durationInMilliseconds: duration, inferenceIntervalInMilliseconds: interval)
    } camera: { feed, printer in
      let service = try ready(
        GestureRecognizerService(modelPath: modelPath, runningMode: .liveStream, liveStreamDelegate: printer))
      try printer.play(feed) { service.recognizeAsync(sampleBuffer: $0, orientation: $1, timeStamps: $2) }
    }
  }
}

extension LivePrinter<GestureRecognizerResult>: GestureRecognizerServiceLiveStreamDelegate {
  func gestureRecognizerService(
    _ service: GestureRecognizerService, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    show(result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }
}

extension GestureRecognizerResult {
  /// Describes the hands and their gestures.
  var summary: String {
    let hands = zip(handedness, gestures).map { hand, gesture in
      "\(hand.first?.categoryName ?? "hand") \(gesture.first?.categoryName ?? "no gesture")"
    }
    return hands.isEmpty ? "no hands" : hands.joined(separator: ", ")
  }
}
