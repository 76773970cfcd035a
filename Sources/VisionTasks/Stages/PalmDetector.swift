import VisionImaging
import VisionModels
import VisionPerception

/// Finds palms in a whole picture and says where their hands are.
final class PalmDetector {
  /// The files of the bundle and the figures that the published model was trained with.
  static let modelName = "hand_detector.tflite"
  private static let inputSize = 192
  private static let keypointCount = 7
  private static let wrist = 0
  private static let middleFinger = 2
  private static let overlapThreshold: Float = 0.3

  private let model: ImageModel
  private let recorder: StageRecorder?
  private let rawBoxes: UnsafeBufferPointer<Float>
  private let rawScores: UnsafeBufferPointer<Float>
  private let decoder: BoxDecoder
  private var suppression = WeightedNonMaxSuppression(overlapThreshold: overlapThreshold)
  private var candidates = DetectionList(keypointCount: keypointCount)
  private var palms = DetectionList(keypointCount: keypointCount)

  /// Palms that score less than `minimumScore` (0...1) are no palms.
  init(data: ModelData, minimumScore: Float, threadCount: Int, recorder: StageRecorder?) throws {
    self.recorder = recorder
    decoder = BoxDecoder(anchors: .palm, keypointCount: Self.keypointCount, minimumScore: minimumScore)
    model = try ImageModel(
      name: Self.modelName, stage: "palms", data: data, inputSize: Self.inputSize, border: .zero,
      threadCount: threadCount, recorder: recorder)
    rawBoxes = try model.model.output(0, count: decoder.anchorCenters.count * decoder.valuesPerBox)
    rawScores = try model.model.output(1, count: decoder.anchorCenters.count)
  }

  /// Fills `rects` with the hand rectangles of the best palms, best first.
  func detect(in frame: Frame, atMost limit: Int, into rects: inout [NormalizedRect]) throws {
    let size = frame.image.size
    let region = frame.fullRect.region(in: size).letterboxed(tensorWidth: Self.inputSize, tensorHeight: Self.inputSize)
    try model.run(on: frame.image, region: region)

    recorder.measure("palms: decode") {
      candidates.removeAll()
      decoder.decode(rawBoxes: rawBoxes, rawScores: rawScores, into: &candidates)
      palms.removeAll()
      suppression(candidates, into: &palms)
      fill(&rects, atMost: limit, toImage: region.transformToImage(of: size), in: size)
    }
  }

  private func fill(_ rects: inout [NormalizedRect], atMost limit: Int, toImage: PointTransform, in size: ImageSize) {
    rects.removeAll(keepingCapacity: true)
    for index in 0..<min(palms.count, limit) {
      rects.append(
        HandRegions.rect(
          palm: DetectionBox(toImage(palms.boxes[index].bounds)),
          wrist: toImage(palms.keypoint(Self.wrist, of: index)),
          middleFinger: toImage(palms.keypoint(Self.middleFinger, of: index)), in: size))
    }
  }
}
