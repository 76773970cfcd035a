import MediaPipeTasksVision

extension TrackedFindings {
  package func lines(listsAll: Bool) -> [String] {
    guard !objects.isEmpty else { return ["ObjectTracker: no objects"] }
    return ["ObjectTracker:"] + objects.flatMap(Self.lines)
  }

  private static func lines(of object: TrackedObject) -> [String] {
    var lines = [
      " Object #\(object.trackingID)\(object.missedUpdates > 0 ? " (not seen)" : ""):",
      "  Box: " + BoxJSON(object.boundingBox).text,
      "  Category:",
      "   index       : \(object.objectClass.index)",
      "   score       : \(NumberText.score(object.score))",
    ]
    if let name = object.objectClass.name { lines.append("   class name  : \(name)") }
    if let name = object.objectClass.displayName { lines.append("   display name: \(name)") }
    return lines
  }

  package static let csvColumns = [
    "detection", "tracking_id", "x", "y", "width", "height", "category", "index", "score",
  ]

  /// A row an object.
  package var csvRows: [[String]] {
    objects.enumerated().map { number, object in
      ["\(number)", "\(object.trackingID)"] + BoxJSON(object.boundingBox).fields
        + [object.objectClass.name ?? "", "\(object.objectClass.index)", "\(object.score)"]
    }
  }
}
