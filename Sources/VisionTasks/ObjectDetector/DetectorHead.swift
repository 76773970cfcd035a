import VisionPerception

/// Turns the outputs of one kind of detector into detections.
protocol DetectorHead: AnyObject {
  /// Fills `detections` with what the model's last run found, in fractions of its input, in the order of the result.
  func decode(into detections: inout DetectionList)
}
