import VisionResults

extension OutputTable {
  /// Makes a row for each box, in whole pixels; a box with several categories has a row for each.
  init(_ part: BoxesPart) {
    let isTracked = part.format.numbering != .place
    let isCoarse = part.format.categories == .coarse
    self.init(
      columns: [part.format.column] + (isTracked ? ["tracking_id"] : []) + ["x", "y", "width", "height"]
        + (isCoarse ? ["classification_category", "confidence"] : ["category", "index", "score"]),
      rows: part.boxes.enumerated().flatMap { number, box in
        let id = isTracked ? [box.trackingID.map { "\($0)" } ?? ""] : []
        let start = ["\(number)"] + id + BoxJSON(box.box).fields
        if isCoarse {
          let best = box.categories.first
          return [start + [best?.categoryName ?? OutputBox.unknownCategory, best.map { "\($0.score)" } ?? ""]]
        }
        return box.categories.map { start + [$0.categoryName ?? "", "\($0.index)", "\($0.score)"] }
      })
  }
}
