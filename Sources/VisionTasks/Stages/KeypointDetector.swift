import VisionImaging
import VisionInference
import VisionModels
import VisionPerception

/// A single-shot detector that looks at the whole image and finds boxes with keypoints: palms, people.
///
/// The whole image, letterboxed and turned upright → raw boxes and scores → those above the threshold → weighted
/// suppression. What is found stays in `detections`, in fractions of the letterboxed tensor, until the next run.
final class KeypointDetector {
  /// What tells the detectors of MediaPipe's tasks apart.
  struct Configuration {
    /// The model's file name in its bundle.
    var modelName: String
    /// What it finds, as benchmarks name it.
    var stage: String
    var anchors: SSDAnchorOptions
    /// The keypoints of a detection.
    var keypointCount: Int
    /// Detections that overlap by more are one.
    var overlapThreshold: Float
  }

  /// The detections of the last run, best first.
  private(set) var detections: DetectionList

  private let model: ImageModel
  private let rawBoxes: UnsafeBufferPointer<Float>
  private let rawScores: UnsafeBufferPointer<Float>
  private let decoder: BoxDecoder
  private var suppression: WeightedNonMaxSuppression
  private var candidates: DetectionList
  private let recorder: StageRecorder?
  private let decodeStage: String

  /// Detections that score less than `minimumScore` (0...1) are dropped.
  init(
    _ configuration: Configuration, data: ModelData, minimumScore: Float, inference: InferenceOptions,
    recorder: StageRecorder?
  ) throws {
    decoder = BoxDecoder(
      anchors: configuration.anchors, keypointCount: configuration.keypointCount, minimumScore: minimumScore)
    model = try ImageModel(
      name: configuration.modelName, stage: configuration.stage, data: data,
      inputSize: configuration.anchors.inputSize, border: .zero, inference: inference, recorder: recorder)
    rawBoxes = try model.model.output(0, count: decoder.anchorCenters.count * decoder.valuesPerBox)
    rawScores = try model.model.output(1, count: decoder.anchorCenters.count)
    suppression = WeightedNonMaxSuppression(overlapThreshold: configuration.overlapThreshold)
    detections = DetectionList(keypointCount: configuration.keypointCount)
    candidates = detections
    self.recorder = recorder
    decodeStage = configuration.stage + ": decode"
  }

  /// Looks at an image.
  func run(on frame: Frame) throws {
    try model.run(on: frame.image, region: letterbox(of: frame))
    recorder.measure(decodeStage) {
      candidates.removeAll()
      decoder.decode(rawBoxes: rawBoxes, rawScores: rawScores, into: &candidates)
      detections.removeAll()
      suppression(candidates, into: &detections)
    }
  }

  /// The region of the image that the tensor shows.
  func letterbox(of frame: Frame) -> ImageRegion {
    frame.fullRect.region(in: frame.image.size)
      .letterboxed(tensorWidth: model.input.width, tensorHeight: model.input.height)
  }
}
