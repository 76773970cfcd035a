import MediaPipeTasksVision

/// The objects that a detector found in one picture.
package struct DetectionFindings: BoxFindings {
  package let detections: [Detection]

  package init(_ result: ObjectDetectorResult) { detections = result.detections }

  package var isEmpty: Bool { detections.isEmpty }
}
