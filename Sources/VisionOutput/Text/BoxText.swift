import VisionResults

extension BoxesPart {
  /// The text of all boxes.
  var lines: [String] { boxes.enumerated().flatMap { lines(of: $1, number: $0) } }

  private func lines(of box: OutputBox, number: Int) -> [String] {
    let shownNumber = format.numbering == .headline ? box.trackingID ?? number : number
    var lines = [
      " \(format.title) #\(shownNumber)\(box.isSeen ? "" : " (not seen)"):",
      "  \(format.boxTitle): " + BoxJSON(box.box).text,
    ]
    if format.numbering == .line, let id = box.trackingID { lines.append("  Tracking ID: \(id)") }
    switch format.categories {
    case .list(let title):
      lines.append("  \(title):")
      lines += box.categories.flatMap(Self.lines)
    case .coarse:
      let best = box.categories.first
      lines.append("  Category: \(best?.coarseText ?? OutputBox.unknownCategory)")
      if let best { lines.append("  Confidence: \(NumberText.score(best.score))") }
    }
    return lines
  }

  private static func lines(of category: ResultCategory) -> [String] {
    var lines = [
      "   index       : \(category.index)",
      "   score       : \(NumberText.score(category.score))",
    ]
    // A model without labels has no names.
    if let name = category.categoryName { lines.append("   class name  : \(name)") }
    if let name = category.displayName { lines.append("   display name: \(name)") }
    return lines
  }
}

extension OutputBox {
  /// ML Kit's name for an unknown category.
  static let unknownCategory = "unknown"
}
