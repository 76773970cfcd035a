import MediaPipeTasksVision

/// A category in a line of results: a display name only where it differs from the name, an empty name when there is none.
struct CategoryJSON: Encodable {
  let categoryName: String
  let displayName: String?
  let index: Int
  let score: Float

  init(_ category: ResultCategory) {
    categoryName = category.categoryName ?? ""
    displayName = category.displayName == category.categoryName ? nil : category.displayName
    index = category.index
    score = category.score
  }
}
