import VisionImaging
import VisionInference
import VisionModels
import VisionPerception

/// A single-shot detector (SSD) of boxes with keypoints, such as palms or people, in a whole image.
///
/// Image, letterboxed and rotated upright → raw boxes and scores → threshold → weighted NMS. `detections` has the
/// result of the last call, in fractions of the letterboxed tensor.
final class KeypointDetector {
  /// The parameters of one of MediaPipe's detectors.
  struct Configuration {
    /// The model's file name in its bundle.
    var modelName: String
    /// The detector's name in benchmarks.
    var stage: String
    var anchors: SSDAnchorOptions
    /// The number of keypoints per detection.
    var keypointCount: Int
    /// Detections with a larger intersection over union are merged.
    var overlapThreshold: Float
  }

  /// The detections of the last image, best first.
  private(set) var detections: DetectionList

  private let model: ImageModel
  private let rawBoxes: UnsafeBufferPointer<Float>
  private let rawScores: UnsafeBufferPointer<Float>
  private let decoder: BoxDecoder
  private var suppression: WeightedNonMaxSuppression
  private var candidates: DetectionList
  private let recorder: StageRecorder?
  private let decodeStage: String

  /// Detections with a score below `minimumScore` (0...1) are dropped.
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

  /// Detects in a frame.
  func run(on frame: Frame) throws {
    try model.run(on: frame.image, region: letterbox(of: frame))
    recorder.measure(decodeStage) {
      candidates.removeAll()
      decoder.decode(rawBoxes: rawBoxes, rawScores: rawScores, into: &candidates)
      detections.removeAll()
      suppression(candidates, into: &detections)
    }
  }

  /// The image region, in the input's aspect ratio, that is sampled into the tensor.
  func letterbox(of frame: Frame) -> ImageRegion {
    frame.fullRect.region(in: frame.image.size)
      .letterboxed(tensorWidth: model.input.width, tensorHeight: model.input.height)
  }
}
