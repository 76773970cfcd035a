import VisionInference
import VisionModels

/// A single-shot detector (SSD) of boxes with keypoints, such as palms or people, in a whole image.
/// Image, letterboxed and rotated upright → raw boxes and scores → threshold → weighted NMS. `detections` has the
/// result of the last call, in fractions of the letterboxed tensor.
final class KeypointDetector {
  private(set) var detections: DetectionList

  private let model: ImageModel
  private let rawBoxes: UnsafeBufferPointer<Float>
  private let rawScores: UnsafeBufferPointer<Float>
  private let decoder: BoxDecoder
  private var suppression: WeightedNonMaxSuppression
  private var candidates: DetectionList
  private let recorder: StageRecorder?
  private let decodeStage: String

  /// `anchors` are those for each size of the input that the detector may have. Detections with a score below
  /// `minimumScore` (0...1) are dropped. `normalization` is that of a model without metadata; nil makes such a model an
  /// error.
  init(
    _ model: TensorModel, stage: String, anchors: [SSDAnchorOptions], keypointCount: Int, minimumScore: Float,
    overlapThreshold: Float, normalization: ByteNormalization? = nil, recorder: StageRecorder?
  ) throws {
    let imageModel = try ImageModel(
      model: model, stage: stage, border: .zero, defaultNormalization: normalization, recorder: recorder)
    let size = try imageModel.checkInput(isSquareOf: anchors.map(\.inputSize))
    let anchors = anchors.first { $0.inputSize == size } ?? SSDAnchorOptions(inputSize: size, strides: [])
    decoder = BoxDecoder(anchors: anchors, keypointCount: keypointCount, minimumScore: minimumScore)
    self.model = imageModel
    rawBoxes = try model.output(0, count: decoder.anchorCenters.count * decoder.valuesPerBox)
    rawScores = try model.output(1, count: decoder.anchorCenters.count)
    suppression = WeightedNonMaxSuppression(overlapThreshold: overlapThreshold)
    detections = DetectionList(keypointCount: keypointCount)
    candidates = detections
    self.recorder = recorder
    decodeStage = stage + ": decode"
  }

  func run(on frame: Frame) throws { try run(on: frame, region: letterbox(of: frame)) }

  /// Detects in a region that has the input's aspect ratio.
  func run(on frame: Frame, region: RotatedRegion) throws {
    try model.run(on: frame, region: region)
    recorder.measure(decodeStage) {
      candidates.removeAll()
      decoder.decode(rawBoxes: rawBoxes, rawScores: rawScores, into: &candidates)
      detections.removeAll()
      suppression(candidates, into: &detections)
    }
  }

  /// The image region, in the input's aspect ratio, that is sampled into the tensor.
  func letterbox(of frame: Frame) -> RotatedRegion {
    frame.region.letterboxed(tensorWidth: model.input.width, tensorHeight: model.input.height)
  }
}
