import MediaPipeTasksVision

extension CategorySnapshot {
  /// A category in a line of results: with a display name only where it differs from the name.
  static func line(_ category: ResultCategory) -> CategorySnapshot { CategorySnapshot(category).withoutRepeatedName }
}
