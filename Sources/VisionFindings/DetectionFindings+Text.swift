import MediaPipeTasksVision

extension DetectionFindings {
  package func lines(listsAll: Bool) -> [String] {
    guard !detections.isEmpty else { return ["ObjectDetectorResult: no objects"] }
    return ["ObjectDetectorResult:"] + detections.enumerated().flatMap { Self.lines(of: $1, number: $0) }
  }

  private static func lines(of detection: Detection, number: Int) -> [String] {
    var lines = [
      " Detection #\(number):",
      "  Box: " + BoxJSON(detection.boundingBox).text,
      "  Categories:",
    ]
    for category in detection.categories {
      lines.append("   index       : \(category.index)")
      lines.append("   score       : \(NumberText.score(category.score))")
      // A model without labels has no name to show.
      if let name = category.categoryName { lines.append("   class name  : \(name)") }
      if let name = category.displayName { lines.append("   display name: \(name)") }
    }
    return lines
  }
}
