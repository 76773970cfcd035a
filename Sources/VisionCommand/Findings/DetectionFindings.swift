import MediaPipeTasksVision

/// The objects that a detector found in one picture.
struct DetectionFindings: Findings {
  let detections: [Detection]

  init(_ result: ObjectDetectorResult) { detections = result.detections }

  var isEmpty: Bool { detections.isEmpty }
}
