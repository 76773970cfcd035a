import VisionImaging
import VisionInference
import VisionModels
import VisionPerception

/// Detects palms in a whole image and computes the regions of their hands.
final class PalmDetector {
  static let modelName = "hand_detector.tflite"
  private static let wrist = 0
  private static let middleFinger = 2

  private let detector: KeypointDetector

  /// Palms with a score below `minimumScore` (0...1) are dropped.
  init(data: ModelData, minimumScore: Float, inference: InferenceOptions, recorder: StageRecorder?) throws {
    detector = try KeypointDetector(
      .init(modelName: Self.modelName, stage: "palms", anchors: .palm, keypointCount: 7, overlapThreshold: 0.3),
      data: data, minimumScore: minimumScore, inference: inference, recorder: recorder)
  }

  /// Fills `rects` with the hand regions of at most `limit` palms, best first.
  func detect(in frame: Frame, atMost limit: Int, into rects: inout [NormalizedRect]) throws {
    try detector.run(on: frame)
    let size = frame.image.size
    let toImage = detector.letterbox(of: frame).transformToImage(of: size)
    let palms = detector.detections
    rects.removeAll(keepingCapacity: true)
    for index in 0..<min(palms.count, limit) {
      rects.append(
        HandRegions.rect(
          palm: toImage(palms.boxes[index]),
          wrist: toImage(palms.keypoint(Self.wrist, of: index)),
          middleFinger: toImage(palms.keypoint(Self.middleFinger, of: index)), in: size))
    }
  }
}
