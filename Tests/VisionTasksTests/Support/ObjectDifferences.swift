import MediaPipeTasksVision

/// How far detections depart from MediaPipe's, place by place.
struct ObjectDifferences {
  /// The largest difference between two scores.
  private(set) var score: Float = 0
  /// What differs otherwise: the number of detections, their order, names, boxes.
  private(set) var mismatches: [String] = []

  mutating func add(_ result: ObjectDetectorResult, _ expected: ObjectGolden.Frame, _ name: String) {
    guard result.detections.count == expected.detections.count else {
      mismatches.append("\(name): \(result.detections.count) detections instead of \(expected.detections.count)")
      return
    }
    for (place, (ours, theirs)) in zip(result.detections, expected.detections).enumerated() {
      let names = ours.categories.map { $0.categoryName ?? "" }
      let expectedNames = theirs.categories.map(\.categoryName)
      if ObjectRecord.Box(ours) != theirs.boundingBox || names != expectedNames {
        mismatches.append(
          "\(name), place \(place): \(names) \(ours.boundingBox), not \(expectedNames) \(theirs.boundingBox)")
      }
      for (mine, other) in zip(ours.categories, theirs.categories) { score = max(score, abs(mine.score - other.score)) }
    }
  }
}

extension ObjectRecord.Box {
  /// A public detection's box, which holds whole numbers.
  init(_ detection: Detection) {
    let box = detection.boundingBox
    self.init(x: Int(box.origin.x), y: Int(box.origin.y), width: Int(box.width), height: Int(box.height))
  }
}
