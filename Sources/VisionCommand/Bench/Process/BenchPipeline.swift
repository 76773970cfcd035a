import MediaPipeTasksVision
import VisionModels

/// The hot path alone: pixels to what was found, without the public result.
struct BenchPipeline {
  let process: (Frame, _ timestampInMilliseconds: Int) throws -> Void

  init(_ spec: BenchSpec) throws {
    switch spec.task {
    case "pose":
      let pipeline = try PosePipeline(options: spec.poseOptions)
      process = { try pipeline.findPeople(in: $0, timestampInMilliseconds: $1) }
    case "detect":
      let pipeline = try ObjectDetectorPipeline(options: spec.detectorOptions)
      process = { frame, _ in try pipeline.find(in: frame) }
    case "hand":
      let hands = try HandPipeline(
        bundle: TaskBundle(ModelData(contentsOfFile: spec.model)),
        configuration: HandPipeline.Configuration(spec.handOptions))
      process = { frame, _ in _ = try hands.findHands(in: frame) }
    default:
      let pipeline = try GestureRecognizerPipeline(options: spec.gestureOptions)
      process = { frame, _ in _ = try pipeline.hands.findHands(in: frame) }
    }
  }
}
