import Foundation
import VisionResults

extension TaskOutput {
  /// Formats the output as text, like the example output of MediaPipe's guides.
  ///
  /// - Parameters:
  ///   - listsAll: Whether all landmarks and categories are listed; otherwise as many as in the guides.
  ///   - maskFiles: The files of the masks, in the order of the subjects; nil, the default, when none are written.
  /// - Returns: The lines without line feeds.
  package func lines(listsAll: Bool, maskFiles: [String]? = nil) -> [String] {
    guard !isEmpty else { return ["\(format.title): no \(format.subject.several)"] }
    let text = PartText(subject: format.subject, listsAll: listsAll, maskFiles: maskFiles)
    return ["\(format.title):"] + parts.flatMap(text.lines)
  }
}

/// The text of parts.
struct PartText {
  /// Maximum number of listed landmarks without `listsAll`, as in the guides.
  private static let shownLandmarks = 2
  /// Maximum number of listed categories without `listsAll`, as in the guides.
  private static let shownCategories = 1
  /// Maximum number of listed categories of an image classifier without `listsAll`.
  private static let shownImageCategories = 5

  /// The task's subject.
  let subject: OutputFormat.Subject
  /// Whether everything is listed.
  let listsAll: Bool
  /// The files of the masks; nil when none are written.
  let maskFiles: [String]?

  /// The lines of a part.
  func lines(of part: OutputPart) -> [String] {
    switch part {
    case .categories(let part): lines(of: part)
    case .boxes(let part): part.lines
    case .landmarks(let part):
      section(
        "Landmarks", "landmarks",
        of: part.landmarks.map { $0.map { Self.fields($0.x, $0.y, $0.z, $0.visibility, $0.presence) } })
        + section(
          "WorldLandmarks", "world landmarks",
          of: part.worldLandmarks.map { $0.map { Self.fields($0.x, $0.y, $0.z, $0.visibility, $0.presence) } })
    case .masks(let part): lines(of: part)
    case .embeddings(let vectors): vectors.flatMap(\.lines)
    case .matrices(let part): part.lines
    }
  }

  /// The categories of every subject.
  private func lines(of part: CategoriesPart) -> [String] {
    var lines = ["  \(part.format.title):"]
    for (number, categories) in part.lists.enumerated() {
      lines.append("    Categories #\(number):" + (categories.isEmpty ? " none" : ""))
      let limit = part.heads == nil ? Self.shownCategories : Self.shownImageCategories
      let shown = listsAll ? categories.count : min(limit, categories.count)
      for category in categories.prefix(shown) {
        if part.format.showsIndex { lines.append(Self.field("index", "\(category.index)")) }
        lines.append(Self.field("score", NumberText.score(category.score)))
        lines.append(Self.field("categoryName", category.categoryName ?? ""))
      }
      if shown < categories.count { lines.append("      ... (\(categories.count) categories for a \(subject.one))") }
    }
    return lines
  }

  /// The landmarks of every subject, with headlines if there are several.
  private func section(_ title: String, _ kind: String, of figures: [[[String]]]) -> [String] {
    var lines = ["  \(title):"]
    for (number, points) in figures.enumerated() {
      if figures.count > 1 { lines.append("    \(subject.title) #\(number):") }
      let shown = listsAll ? points.count : min(Self.shownLandmarks, points.count)
      for (index, fields) in points.prefix(shown).enumerated() { lines += ["    Landmark #\(index):"] + fields }
      if shown < points.count { lines.append("    ... (\(points.count) \(kind) for a \(subject.one))") }
    }
    return lines
  }

  /// The size and the file of every mask.
  private func lines(of part: MasksPart) -> [String] {
    ["  SegmentationMasks:"]
      + part.masks.enumerated().map { number, mask in
        let file = maskFiles.flatMap { $0.indices.contains(number) ? ", \($0[number])" : nil } ?? ""
        return "    Mask #\(number): \(mask.width) x \(mask.height)\(file)"
      }
  }

  /// The fields of a landmark; visibility and presence only where the model gives them, as in the guides.
  private static func fields(
    _ x: Float, _ y: Float, _ z: Float, _ visibility: NSNumber?, _ presence: NSNumber?
  ) -> [String] {
    let values: [(String, Float?)] = [
      ("x", x), ("y", y), ("z", z), ("visibility", visibility?.floatValue), ("presence", presence?.floatValue),
    ]
    return values.compactMap { name, value in value.map { field(name, NumberText.coordinate($0)) } }
  }

  private static func field(_ name: String, _ value: String) -> String {
    "      " + name.padding(toLength: 13, withPad: " ", startingAt: 0) + ": " + value
  }
}

extension EmbeddingVector {
  /// The head, and the number and type of its values.
  fileprivate var lines: [String] {
    let (count, type) =
      switch values {
      case .float32(let values): (values.count, "float32")
      case .int8(let values): (values.count, "int8")
      }
    return ["  Embedding #\(headIndex)\(headName.map { " (\($0))" } ?? ""): \(count) values of type \(type)"]
  }
}

extension MatricesPart {
  /// Every matrix, one line per row.
  fileprivate var lines: [String] {
    ["  \(title):"]
      + matrices.enumerated().flatMap { number, matrix in
        ["    Matrix #\(number):"]
          + matrix.rows.map { "      " + $0.map(NumberText.coordinate).joined(separator: " ") }
      }
  }
}
