/// The names and the layout of categories.
package struct CategoriesFormat: Sendable, Hashable {
  /// The content of a category's label in a drawing.
  package enum Label: String, Sendable, Hashable, Codable {
    /// Nothing.
    case none
    /// Its name.
    case name
    /// Its name and score.
    case nameAndScore
  }

  /// The key in JSON: `gestures`.
  package let key: String
  /// The headline in the text output: `Gestures`.
  package let title: String
  /// Whether the text output has the categories' index.
  package let showsIndex: Bool
  /// Whether an absent display name in JSON means the name, as for handedness.
  package let impliesDisplayName: Bool
  /// The content of labels.
  package let label: Label
  /// The page's text for a subject without a category; nil for none.
  package let missingText: String?

  package init(
    key: String, title: String, showsIndex: Bool = true, impliesDisplayName: Bool = false, label: Label = .nameAndScore,
    missingText: String? = nil
  ) {
    self.key = key
    self.title = title
    self.showsIndex = showsIndex
    self.impliesDisplayName = impliesDisplayName
    self.label = label
    self.missingText = missingText
  }
}

/// Categories with scores, best first: a list for each subject, or for each head of a classifier.
package struct CategoriesPart: Sendable {
  /// Their names and layout.
  package let format: CategoriesFormat
  /// The lists.
  package let lists: [[ResultCategory]]
  /// The heads that the lists belong to; nil for lists of subjects.
  package let heads: [Classifications]?

  /// Makes a part with a list for each subject.
  package init(_ format: CategoriesFormat, _ lists: [[ResultCategory]]) {
    self.format = format
    self.lists = lists
    heads = nil
  }

  /// Makes a part with a list for each head of a classifier.
  package init(_ format: CategoriesFormat, heads: [Classifications]) {
    self.format = format
    lists = heads.map(\.categories)
    self.heads = heads
  }

  /// The best category of a subject; nil without one.
  package func best(of subject: Int) -> ResultCategory? { lists.indices.contains(subject) ? lists[subject].first : nil }
}
