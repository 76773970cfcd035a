/// The values of a handedness category, whose display name is its name: absent in JSON it is the same, null it is missing.
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
