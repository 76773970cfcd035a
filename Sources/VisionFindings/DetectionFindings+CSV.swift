extension DetectionFindings {
  package static let csvColumns = ["detection", "x", "y", "width", "height", "category", "index", "score"]

  /// A box in whole pixels; one with several categories has a row for each.
  package var csvRows: [[String]] {
    detections.enumerated().flatMap { number, detection in
      let place = BoxJSON(detection.boundingBox).fields
      return detection.categories.map { category in
        ["\(number)"] + place + [category.categoryName ?? "", "\(category.index)", "\(category.score)"]
      }
    }
  }
}
