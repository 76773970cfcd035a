import Foundation

/// A predicted class with its score; a category in MediaPipe's terms.
public final class ResultCategory: NSObject, Sendable {
  /// The index in the model's labels; -1 when there is none.
  public let index: Int
  /// The model's score, usually 0...1.
  public let score: Float
  /// The label; nil when the model has none.
  public let categoryName: String?
  /// The label in the requested locale; nil when the model has none.
  public let displayName: String?

  /// Makes a category.
  ///
  /// - Parameters:
  ///   - index: The index in the model's labels, or -1.
  ///   - score: The model's score.
  ///   - categoryName: The label.
  ///   - displayName: The localized label.
  public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
    (self.index, self.score, self.categoryName, self.displayName) = (index, score, categoryName, displayName)
  }

  /// Whether the other object is a category with equal values.
  public override func isEqual(_ object: Any?) -> Bool { isEqual(object, by: { CategoryForm($0) }) }

  /// A hash of the values.
  public override var hash: Int { CategoryForm(self).hashValue }

  /// Name and score, such as `Thumb_Up 0.81`: the display name if there is one, the index, `#3`, if there is no name.
  public override var description: String { name + String(format: " %.2f", Double(score)) }

  /// All values.
  public override var debugDescription: String { listing() }

  /// Whether it is what is left of an image beside a segmenter's other classes.
  package var isBackground: Bool { categoryName?.lowercased() == "background" }

  /// The display name if there is one, the index, `#3`, if there is no name.
  package var name: String { displayName ?? categoryName ?? "#\(index)" }

  /// The name of ML Kit's coarse category in words: `home goods` for `homeGoods`.
  package var coarseText: String { (categoryName ?? "").words(separatedBy: " ") }
}

extension ResultCategory: Codable {
  /// Decodes an object with `categoryName` (empty for none), `index`, `score` and optionally `displayName`.
  public convenience init(from decoder: any Decoder) throws {
    let form = try CategoryForm(from: decoder)
    self.init(index: form.index, score: form.score.value, categoryName: form.name, displayName: form.displayName)
  }

  /// Writes an object with `categoryName` (empty for none), `index`, `score` and optionally `displayName`.
  public func encode(to encoder: any Encoder) throws { try CategoryForm(self).encode(to: encoder) }
}

/// The values of a `ResultCategory`, and its JSON form: a missing `categoryName` is empty, a missing `displayName`
/// absent. An empty name and a missing name are therefore equal.
struct CategoryForm: Hashable, Codable {
  /// The display names that JSON has.
  enum Names {
    case all
    /// Those that differ from the name.
    case once
    /// Those that differ from the name: an absent one is the name, and null means none, as for handedness.
    case implied
  }

  let categoryName: String
  let displayName: String?
  let index: Int
  let score: JSONNumber<Float>
  private let names: Names

  init(_ category: ResultCategory, names: Names = .all) {
    (categoryName, displayName) = (category.categoryName ?? "", category.displayName)
    (index, score) = (category.index, JSONNumber(category.score))
    self.names = names
  }

  fileprivate var name: String? { categoryName.isEmpty ? nil : categoryName }

  /// Makes the category with these values. An absent display name may mean the name.
  func category(impliesDisplayName: Bool) -> ResultCategory {
    ResultCategory(
      index: index, score: score.value, categoryName: name,
      displayName: impliesDisplayName && names == .implied ? categoryName : displayName)
  }

  private enum CodingKeys: CodingKey { case categoryName, displayName, index, score }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    categoryName = try container.decode(String.self, forKey: .categoryName)
    displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
    index = try container.decode(Int.self, forKey: .index)
    score = try container.decode(JSONNumber<Float>.self, forKey: .score)
    names = container.contains(.displayName) ? .all : .implied
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(categoryName, forKey: .categoryName)
    try container.encode(index, forKey: .index)
    try container.encode(score, forKey: .score)
    if names == .all || displayName != categoryName { try container.encodeIfPresent(displayName, forKey: .displayName) }
    if names == .implied, displayName == nil { try container.encodeNil(forKey: .displayName) }
  }
}

/// ML Kit's coarse categories, by their numbers.
package enum CoarseCategory: Int, Sendable, CaseIterable {
  case unknown, homeGoods, fashionGoods, food, places, plants

  package var name: String { "\(self)" }

  package init?(name: String) {
    guard let category = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = category
  }
}

/// Names of classes, which models, labels and data sets write in different ways.
package enum ClassName {
  /// The class of images that show none of the others, as in the folders that gestures are trained with.
  package static let none = "none"

  /// Whether a name is that of the class `none`, in any spelling.
  package static func isNone(_ name: String) -> Bool { name.lowercased() == none }

  /// Finds a class by its name: whatever its case, and if there is none, with spaces for `_` and `-`. Of equal names
  /// the first one counts.
  package static func index(of names: [String]) -> (String) -> Int? {
    func spaced(_ name: String) -> String { String(name.lowercased().map { "_-".contains($0) ? " " : $0 }) }
    let exact = Dictionary(names.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
    let loose = Dictionary(names.enumerated().map { (spaced($1), $0) }) { first, _ in first }
    return { exact[$0.lowercased()] ?? loose[spaced($0)] }
  }
}
