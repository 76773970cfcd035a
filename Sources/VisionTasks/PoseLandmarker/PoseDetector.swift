import VisionImaging
import VisionInference
import VisionModels
import VisionPerception

/// Detects people in a whole image and computes the regions for their landmarks.
final class PoseDetector {
  static let modelName = "pose_detector.tflite"
  private static let hipCenter = 0
  private static let bodyScale = 1

  private let detector: KeypointDetector

  /// People with a score below `minimumScore` (0...1) are dropped.
  init(data: ModelData, minimumScore: Float, inference: InferenceOptions, recorder: StageRecorder?) throws {
    detector = try KeypointDetector(
      .init(modelName: Self.modelName, stage: "people", anchors: .pose, keypointCount: 4, overlapThreshold: 0.5),
      data: data, minimumScore: minimumScore, inference: inference, recorder: recorder)
  }

  /// Fills `rects` with the regions of the detected people, best first.
  func detect(in frame: Frame, into rects: inout [NormalizedRect]) throws {
    try detector.run(on: frame)
    let size = frame.image.size
    let toImage = LetterboxRemoval(of: frame.fullRect.region(in: size), in: size)
    let people = detector.detections
    rects.removeAll(keepingCapacity: true)
    for index in 0..<people.count {
      rects.append(
        PoseRegions.rect(
          center: toImage(people.keypoint(Self.hipCenter, of: index)),
          scalePoint: toImage(people.keypoint(Self.bodyScale, of: index)), in: size))
    }
  }
}
