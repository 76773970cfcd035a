import Foundation
import VisionImaging
import VisionModels
import VisionPerception

/// Finds people in a whole picture and says where to look for their landmarks.
final class PoseDetector {
  static let modelName = "pose_detector.tflite"
  private static let inputSize = 224
  private static let keypointCount = 4
  private static let hipCenter = 0
  private static let bodyScale = 1
  private static let overlapThreshold: Float = 0.5

  private let model: ImageModel
  private let recorder: StageRecorder?
  private let rawBoxes: UnsafeBufferPointer<Float>
  private let rawScores: UnsafeBufferPointer<Float>
  private let decoder: BoxDecoder
  private var suppression = WeightedNonMaxSuppression(overlapThreshold: overlapThreshold)
  private var candidates = DetectionList(keypointCount: keypointCount)
  private var people = DetectionList(keypointCount: keypointCount)

  /// People that score less than `minimumScore` (0...1) are no people.
  init(data: ModelData, minimumScore: Float, threadCount: Int, recorder: StageRecorder?) throws {
    self.recorder = recorder
    decoder = BoxDecoder(anchors: .pose, keypointCount: Self.keypointCount, minimumScore: minimumScore)
    model = try ImageModel(
      name: Self.modelName, stage: "people", data: data, inputSize: Self.inputSize, border: .zero,
      threadCount: threadCount, recorder: recorder)
    rawBoxes = try model.model.output(0, count: decoder.anchorCenters.count * decoder.valuesPerBox)
    rawScores = try model.model.output(1, count: decoder.anchorCenters.count)
  }

  /// Fills `rects` with the regions of the people found, best first.
  func detect(in frame: Frame, into rects: inout [NormalizedRect]) throws {
    let size = frame.image.size
    let region = frame.fullRect.region(in: size)
    try model.run(
      on: frame.image, region: region.letterboxed(tensorWidth: Self.inputSize, tensorHeight: Self.inputSize))
    recorder.measure("people: decode") {
      candidates.removeAll()
      decoder.decode(rawBoxes: rawBoxes, rawScores: rawScores, into: &candidates)
      people.removeAll()
      suppression(candidates, into: &people)
      let toImage = LetterboxRemoval(of: region, in: size)
      rects.removeAll(keepingCapacity: true)
      for index in 0..<people.count {
        rects.append(
          PoseRegions.rect(
            center: toImage(people.keypoint(Self.hipCenter, of: index)),
            scalePoint: toImage(people.keypoint(Self.bodyScale, of: index)), in: size))
      }
    }
  }
}
