/// The values of a `ResultCategory`, and its JSON form: a missing `categoryName` is empty, a missing `displayName`
/// absent.
///
/// An empty name and a missing name are therefore equal.
package struct CategorySnapshot: Hashable, Sendable {
  package let categoryName: String
  package let displayName: String?
  package let index: Int
  package let score: SnapshotNumber<Float>

  package init(_ category: ResultCategory) {
    self.init(
      categoryName: category.categoryName ?? "", displayName: category.displayName, index: category.index,
      score: SnapshotNumber(category.score))
  }

  private init(categoryName: String, displayName: String?, index: Int, score: SnapshotNumber<Float>) {
    self.categoryName = categoryName
    self.displayName = displayName
    self.index = index
    self.score = score
  }

  /// A copy without a display name that repeats the name, as the command writes it.
  package var withoutRepeatedName: CategorySnapshot {
    CategorySnapshot(
      categoryName: categoryName, displayName: displayName == categoryName ? nil : displayName, index: index,
      score: score)
  }

  /// A copy with the name as the display name.
  var withRepeatedName: CategorySnapshot {
    CategorySnapshot(categoryName: categoryName, displayName: categoryName, index: index, score: score)
  }
}

extension CategorySnapshot: Codable {
  enum CodingKeys: String, CodingKey {
    case categoryName, displayName, index, score
  }
}

extension ResultCategory: Codable {
  convenience init(_ snapshot: CategorySnapshot) {
    self.init(
      index: snapshot.index, score: snapshot.score.value,
      categoryName: snapshot.categoryName.isEmpty ? nil : snapshot.categoryName, displayName: snapshot.displayName)
  }

  /// Decodes an object with `categoryName` (empty for none), `index`, `score` and optionally `displayName`.
  public convenience init(from decoder: any Decoder) throws { self.init(try CategorySnapshot(from: decoder)) }

  /// Writes an object with `categoryName` (empty for none), `index`, `score` and optionally `displayName`.
  public func encode(to encoder: any Encoder) throws { try CategorySnapshot(self).encode(to: encoder) }
}

/// The values of a handedness category. In JSON an absent display name means the name, and null means none.
package struct HandednessSnapshot: Codable, Hashable, Sendable {
  package let category: CategorySnapshot

  package init(_ category: ResultCategory) { self.category = CategorySnapshot(category) }

  package init(from decoder: any Decoder) throws {
    let category = try CategorySnapshot(from: decoder)
    let container = try decoder.container(keyedBy: CategorySnapshot.CodingKeys.self)
    self.category = container.contains(.displayName) ? category : category.withRepeatedName
  }

  package func encode(to encoder: any Encoder) throws {
    try category.withoutRepeatedName.encode(to: encoder)
    guard category.displayName == nil else { return }
    var container = encoder.container(keyedBy: CategorySnapshot.CodingKeys.self)
    try container.encodeNil(forKey: .displayName)
  }
}
