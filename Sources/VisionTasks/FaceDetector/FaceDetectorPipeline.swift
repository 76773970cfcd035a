import VisionModels

/// Detects faces in independent images.
///
/// ```
/// image → letterboxed → model → threshold → weighted NMS → boxes in pixels, points in fractions
/// ```
///
/// Source: MediaPipe's face detector graph. Owns its model and memory; not Sendable, one frame at a time.
package final class FaceDetectorPipeline: TaskPipeline {
  private let detector: KeypointDetector
  private let recorder: StageRecorder?

  package init(options: FaceDetectorOptions, recorder: StageRecorder? = nil) throws {
    detector = try FaceDetectorModel.detector(
      TensorModel(options.baseOptions, for: "face detector"), minimumScore: options.minDetectionConfidence,
      overlapThreshold: options.minSuppressionThreshold, recorder: recorder)
    self.recorder = recorder
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> FaceDetectorResult {
    try detector.run(on: frame)
    let toImage = detector.letterbox(of: frame).transformToImage(of: frame.image.size)
    let detections = recorder.measure("faces: result") {
      (0..<detector.detections.count).map { face($0, toImage, in: frame) }
    }
    return FaceDetectorResult(detections: detections, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws { try detector.run(on: frame) }

  private func face(_ index: Int, _ toImage: PointTransform, in frame: Frame) -> Detection {
    let faces = detector.detections
    let box = frame.pixelBox(truncating: toImage(faces.boxes[index]))
    let points = (0..<FaceDetectorModel.keypointCount).map { point in
      let place = toImage(faces.keypoint(point, of: index))
      return NormalizedKeypoint(location: CGPoint(x: CGFloat(place.x), y: CGFloat(place.y)), label: nil, score: 0)
    }
    let category = ResultCategory(index: 0, score: faces.scores[index], categoryName: nil, displayName: nil)
    return Detection(categories: [category], boundingBox: box.rect, keypoints: points)
  }
}
