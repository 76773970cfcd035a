import MediaPipeTasksVision

extension ObjectFindings {
  package func lines(listsAll: Bool) -> [String] {
    guard !objects.isEmpty else { return ["VisionObjectDetector: no objects"] }
    return ["VisionObjectDetector:"] + objects.enumerated().flatMap { Self.lines(of: $1, number: $0) }
  }

  private static func lines(of object: Found, number: Int) -> [String] {
    var lines = [" Object #\(number):", "  Frame: " + BoxJSON(object.box).text]
    if let id = object.trackingID { lines.append("  Tracking ID: \(id)") }
    lines.append("  Category: \(object.categoryText)")
    if let confidence = object.confidence { lines.append("  Confidence: \(NumberText.score(confidence))") }
    return lines
  }

  package static let csvColumns = [
    "object", "tracking_id", "x", "y", "width", "height", "classification_category", "confidence",
  ]

  /// A row an object.
  package var csvRows: [[String]] {
    objects.enumerated().map { number, object in
      ["\(number)", object.trackingID.map { "\($0)" } ?? ""] + BoxJSON(object.box).fields
        + ["\(object.category)", object.confidence.map { "\($0)" } ?? ""]
    }
  }
}
