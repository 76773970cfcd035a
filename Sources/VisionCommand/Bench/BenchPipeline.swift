import MediaPipeTasksVision
import VisionModels

/// The hot path alone: pixels to found hands, without the public result.
struct BenchPipeline {
  private let hands: HandPipeline

  init(_ spec: BenchSpec) throws {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = spec.model
    options.baseOptions.threadCount = spec.threads
    options.numHands = spec.numHands
    options.runningMode = spec.mode == "video" ? .video : .image
    if spec.task == "hand" {
      hands = try HandPipeline(
        bundle: TaskBundle(ModelData(contentsOfFile: spec.model)), configuration: HandPipeline.Configuration(options))
    } else {
      hands = try GestureRecognizerPipeline(options: options).hands
    }
  }

  func process(_ frame: Frame) throws { _ = try hands.findHands(in: frame) }
}
