import Foundation
import VisionCore

package struct CategoriesFormat: PartFormat, Hashable {
  package enum Label: String, Sendable, Hashable, Codable {
    case none, name, nameAndScore
    /// No label: a list with a bar for each category.
    case bars
  }

  private let kind = "categories"
  package let key, title: String
  /// Whether the lists are those of a classifier's heads, otherwise of subjects.
  package let hasHeads: Bool
  /// Whether the text output has the categories' index.
  package let showsIndex: Bool
  /// Whether an absent display name in JSON means the name, as for handedness.
  package let impliesDisplayName: Bool
  package let label: Label
  /// The page's text for a subject without a category; nil for none.
  package let missingText: String?
  package let option: String?
  /// Whether there is at most one subject, whose categories JSON has without a list of subjects.
  package let isSingle: Bool
  /// Whether each category is a subject, such as a segment, whose score is its share of the pixels.
  package let areSubjects: Bool

  package init(
    key: String, title: String, hasHeads: Bool = false, showsIndex: Bool = true, impliesDisplayName: Bool = false,
    label: Label = .nameAndScore, missingText: String? = nil, option: String? = nil, isSingle: Bool = false,
    areSubjects: Bool = false
  ) {
    (self.key, self.title, self.hasHeads, self.showsIndex) = (key, title, hasHeads, showsIndex)
    (self.impliesDisplayName, self.label, self.missingText) = (impliesDisplayName, label, missingText)
    (self.option, self.isSingle, self.areSubjects) = (option, isSingle, areSubjects)
  }

  /// The 52 blendshapes of each face, in the model's order.
  package static let blendshapes = blendshapes(isSingle: false)

  package static func blendshapes(isSingle: Bool) -> CategoriesFormat {
    CategoriesFormat(
      key: "faceBlendshapes", title: "FaceBlendshapes", label: .bars, option: "outputFaceBlendshapes",
      isSingle: isSingle)
  }

  /// The classes of a segmenter that have pixels, with their shares.
  package static let segments = CategoriesFormat(
    key: "segments", title: "Segments", label: .bars, isSingle: true, areSubjects: true)

  private enum CodingKeys: CodingKey { case kind, key, title, label, missingText, isSingle, areSubjects }

  package func decode(from json: OutputDecoder) throws -> CategoriesPart {
    if option != nil, !json.container.contains(AnyCodingKey(key)) { return CategoriesPart(self, []) }
    if hasHeads {
      return CategoriesPart(self, heads: try json.container.decode([Classifications].self, forKey: AnyCodingKey(key)))
    }
    let lists =
      isSingle
      ? [try json.container.decode([CategoryForm].self, forKey: AnyCodingKey(key))]
      : try json.container.decode([[CategoryForm]].self, forKey: AnyCodingKey(key))
    return CategoriesPart(self, lists.map { $0.map { $0.category(impliesDisplayName: impliesDisplayName) } })
  }

  private var tensor: String { TensorSpec.name(of: key) }

  package var tensors: [TensorSpec] {
    [
      TensorSpec(tensor, .bytes, [-1, -1, -1]), TensorSpec(tensor + "_scores", .float32, [-1, -1, -1]),
      TensorSpec(tensor + "_indices", .int32, [-1, -1, -1]), TensorSpec(tensor + "_count", .int32, [-1, -1]),
    ]
  }

  package var classTensors: [String] { [tensor, tensor + "_scores"] }

  package func tensors(of parts: [CategoriesPart], for request: TensorRequest) -> [OutputTensor] {
    let images = parts.map(\.lists)
    let width = images.joined().map(\.count).max() ?? 0
    return [
      .texts(tensor, images.map { $0.map { $0.map { $0.categoryName ?? "" } } }, row: [width]),
      .floats(tensor + "_scores", images.map { $0.map { $0.map(\.score) } }, row: [width]),
      .integers(
        tensor + "_indices", images.map { $0.map { $0.map { Int32(clamping: $0.index) } } }, row: [width], padding: -1),
      .integers(tensor + "_count", images.map { $0.map { [Int32($0.count)] } }, padding: 0),
    ]
  }
}

/// Categories with scores, best first: a list for each subject, or for each head of a classifier.
package struct CategoriesPart: OutputPart {
  /// Maximum number of listed categories of a subject in the text output, as in the guides.
  private static let shownCategories = 1
  /// Maximum number of listed categories of a classifier.
  private static let shownClassifications = 5
  /// Maximum number of listed bars of a subject, the highest ones.
  private static let shownBars = 10

  package let format: CategoriesFormat
  package let lists: [[ResultCategory]]
  package let heads: [Classifications]

  package init(_ format: CategoriesFormat, _ lists: [[ResultCategory]]) {
    (self.format, self.lists, heads) = (format, lists, [])
  }

  package init(_ format: CategoriesFormat, heads: [Classifications]) {
    (self.format, lists, self.heads) = (format, heads.map(\.categories), heads)
  }

  package var count: Int { lists.count }
  package var isEmpty: Bool { lists.allSatisfy(\.isEmpty) }

  package func best(of subject: Int) -> ResultCategory? { lists.indices.contains(subject) ? lists[subject].first : nil }

  package func encode(to json: inout OutputEncoder) throws {
    if format.option != nil, lists.isEmpty { return }
    let names: CategoryForm.Names = format.impliesDisplayName ? .implied : json.isLine ? .once : .all
    if format.hasHeads {
      try json.container.encode(heads.map { HeadForm($0, names: names) }, forKey: AnyCodingKey(format.key))
    } else {
      let forms = lists.map { $0.map { CategoryForm($0, names: names) } }
      try json.encode(forms, forKey: format.key, isSingle: format.isSingle, empty: [])
    }
  }

  package func lines(_ text: OutputText) -> [String] {
    if format.label == .bars { return barLines(text) }
    var lines = ["  \(format.title):"]
    for (number, categories) in lists.enumerated() {
      lines.append("    Categories #\(number):" + (categories.isEmpty ? " none" : ""))
      let limit = format.hasHeads ? Self.shownClassifications : Self.shownCategories
      let shown = text.shown(categories.count, atMost: limit)
      for category in categories.prefix(shown) {
        if format.showsIndex { lines.append(OutputText.field("index", "\(category.index)")) }
        lines.append(OutputText.field("score", OutputText.score(category.score)))
        lines.append(OutputText.field("categoryName", category.categoryName ?? ""))
      }
      if shown < categories.count {
        lines.append("      ... (\(categories.count) categories for a \(text.subject.one))")
      }
    }
    return lines
  }

  /// A line for each category of each subject, only for the highest scores unless all are wanted.
  private func barLines(_ text: OutputText) -> [String] {
    let parts = lists.enumerated().flatMap { number, categories in
      let ranked = text.listsAll ? categories : categories.sorted { $0.score > $1.score }
      let shown = ranked.prefix(text.shown(categories.count, atMost: Self.shownBars))
      return (lists.count > 1 ? ["    Categories #\(number):"] : [])
        + shown.map { OutputText.field($0.categoryName ?? "", OutputText.score($0.score), width: 19) }
        + (shown.count < categories.count
          ? ["      ... (\(categories.count) categories for a \(text.subject.one))"] : [])
    }
    return parts.isEmpty ? [] : ["  \(format.title):"] + parts
  }

  /// A row for each category of all parts, best first.
  static func table(of parts: [CategoriesPart]) -> OutputTable {
    let rows = parts.flatMap { part in
      part.lists.enumerated().flatMap { number, categories in
        categories.map { [part.format.key, "\(number)", $0.categoryName ?? "", "\($0.index)", "\($0.score)"] }
      }
    }
    return OutputTable(columns: parts.isEmpty ? [] : ["kind", "number", "category", "index", "score"], rows: rows)
  }

  package func summaries(_ categories: [CategoriesPart]) -> [String] {
    format.areSubjects ? lists.joined().map(\.description) : []
  }

  package func classes(ofTensor name: String) -> [ResultCategory] {
    format.classTensors.contains(name) ? lists.flatMap { $0 } : []
  }
}

extension TaskOutput {
  package var categories: [CategoriesPart] { parts.compactMap { $0 as? CategoriesPart } }
}

extension [CategoriesPart] {
  /// The best categories of a subject that are shown with a label: first those with their scores, then those without.
  package func labels(of subject: Int) -> [(label: CategoriesFormat.Label, category: ResultCategory)] {
    [CategoriesFormat.Label.nameAndScore, .name].flatMap { label in
      // Lists created by callers may have different lengths.
      filter { $0.format.label == label }.compactMap { $0.best(of: subject) }.map { (label, $0) }
    }
  }
}
