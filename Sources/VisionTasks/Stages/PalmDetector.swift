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
  private let rawBoxes: UnsafeBufferPointer<Float>
  private let rawScores: UnsafeBufferPointer<Float>
  private let decoder: BoxDecoder
  private var suppression = WeightedNonMaxSuppression(overlapThreshold: overlapThreshold)
  private var candidates = DetectionList(keypointCount: keypointCount)
  private var palms = DetectionList(keypointCount: keypointCount)

  /// - Parameter minimumScore: Palms that score less are no palms, 0...1.
  init(data: ModelData, minimumScore: Float, threadCount: Int) throws {
    decoder = BoxDecoder(anchors: .palm, keypointCount: Self.keypointCount, minimumScore: minimumScore)
    model = try ImageModel(
      name: Self.modelName, data: data, inputSize: Self.inputSize, border: .zero, threadCount: threadCount)
    rawBoxes = try model.model.output(0, count: decoder.anchorCenters.count * decoder.valuesPerBox)
    rawScores = try model.model.output(1, count: decoder.anchorCenters.count)
  }

  /// Fills `rects` with the hand rectangles of the best palms, best first.
  func detect(in frame: Frame, atMost limit: Int, into rects: inout [NormalizedRect]) throws {
    let size = frame.image.size
    let region = frame.fullRect.region(in: size).letterboxed(tensorWidth: Self.inputSize, tensorHeight: Self.inputSize)
    try model.run(on: frame.image, region: region)

    candidates.removeAll()
    decoder.decode(rawBoxes: rawBoxes, rawScores: rawScores, into: &candidates)
    palms.removeAll()
    suppression(candidates, into: &palms)

    let toImage = region.transformToImage(of: size)
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
