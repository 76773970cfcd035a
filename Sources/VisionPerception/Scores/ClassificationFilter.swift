import VisionCore

/// Which classes of a classifier's output are kept: by name, by score, by number. The scores of the others do not
/// change. Source: MediaPipe's `ScoreCalibration`-free path of `TensorsToClassificationCalculator`.
package struct ClassificationFilter: Sendable {
  package let categories: CategorySelection
  /// Classes that score less are dropped; nil keeps all.
  package let scoreThreshold: Float?
  /// The maximum number of classes; zero and less keep all.
  package let maxResults: Int

  package init(
    labels: [String], scoreThreshold: Float? = nil, maxResults: Int = -1, allowlist: [String] = [],
    denylist: [String] = []
  ) throws {
    categories = try CategorySelection(labels: labels, allowlist: allowlist, denylist: denylist)
    (self.scoreThreshold, self.maxResults) = (scoreThreshold, maxResults)
  }

  /// Fills `kept` with the classes that pass, best first; equal scores in MediaPipe's order.
  package func callAsFunction(_ scores: UnsafeBufferPointer<Float>, into kept: inout [ScoredIndex]) {
    kept.removeAll(keepingCapacity: true)
    for (index, score) in scores.enumerated() where categories.allows(index) {
      if let scoreThreshold, !(score >= scoreThreshold) { continue }
      kept.append(ScoredIndex(index: index, score: score))
    }
    if maxResults > 0 { kept.keepBest(maxResults) } else { kept.sortByScore() }
  }

  package func name(of index: Int) -> String { categories.name(of: index) ?? "" }
}

/// Which classes of a model may be reported, by the names in an allowlist or a denylist. Names are compared exactly; a
/// name that stands in several lines of the labels means all of them. Names that the model does not know are ignored,
/// which leaves nothing of an allowlist that has no others.
package struct CategorySelection: Sendable {
  /// The classes' names in the order of the output; empty where the model has none.
  package let labels: [String]

  private let isAllowed: [Bool]
  private let allowsUnlabelled: Bool

  /// - Throws: `TasksError` with `invalidArgumentError` when a list is given for a model without labels, or both lists
  ///   are.
  package init(labels: [String], allowlist: [String] = [], denylist: [String] = []) throws {
    guard allowlist.isEmpty || denylist.isEmpty else {
      throw TasksError.invalidArgument(
        "categoryAllowlist and categoryDenylist are both given; they exclude each other, set one of them.")
    }
    guard !labels.isEmpty || (allowlist.isEmpty && denylist.isEmpty) else {
      throw TasksError.invalidArgument(
        "A category list was given, but the model has no labels to compare it with; remove the list or add labels to the "
          + "model's metadata.")
    }
    self.labels = labels
    let listed = Set(allowlist.isEmpty ? denylist : allowlist)
    let keepsListed = !allowlist.isEmpty
    isAllowed = labels.map { listed.contains($0) == keepsListed }
    allowsUnlabelled = !keepsListed
  }

  package func allows(_ index: Int) -> Bool { isAllowed.indices.contains(index) ? isAllowed[index] : allowsUnlabelled }

  /// The name of a class: its number where it has no label, and nil for a model without labels.
  package func name(of index: Int) -> String? {
    labels.indices.contains(index) ? labels[index] : labels.isEmpty || index < 0 ? nil : "\(index)"
  }
}
