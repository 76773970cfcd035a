import VisionErrors

/// Which classes of a classifier's output are kept: by name, by score, by number.
///
/// Source: MediaPipe's `ScoreCalibration`-free path of `TensorsToClassificationCalculator`. Filtering removes classes without
/// changing the scores of the others.
package struct ClassificationFilter: Sendable {
  /// The classes' names in the order of the output; empty where the model has none.
  package let labels: [String]
  /// Classes that score less are dropped; nil keeps all.
  package let scoreThreshold: Float?
  /// The most classes kept; zero and less keep all.
  package let maxResults: Int

  private let isAllowed: [Bool]
  private let allowsUnlabelled: Bool

  /// - Parameters:
  ///   - labels: The classes' names in the order of the output; empty where the model has none.
  ///   - scoreThreshold: Classes that score less are dropped; nil keeps all.
  ///   - maxResults: The most classes kept; zero and less keep all.
  ///   - allowlist: When not empty, only these names are kept. Unknown names are ignored.
  ///   - denylist: These names are dropped. Unknown names are ignored.
  /// - Throws: `TasksError` with `invalidArgumentError` when a list is given for a model without labels, or both lists are.
  package init(
    labels: [String], scoreThreshold: Float? = nil, maxResults: Int = -1, allowlist: [String] = [],
    denylist: [String] = []
  ) throws {
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
    self.scoreThreshold = scoreThreshold
    self.maxResults = maxResults
    let listed = Set(allowlist.isEmpty ? denylist : allowlist)
    let keepsListed = !allowlist.isEmpty
    isAllowed = labels.map { listed.contains($0) == keepsListed }
    allowsUnlabelled = !keepsListed
  }

  /// Fills `kept` with the classes that pass, best first; equal scores in the order of the output.
  package func callAsFunction(_ scores: UnsafeBufferPointer<Float>, into kept: inout [ScoredClass]) {
    kept.removeAll(keepingCapacity: true)
    for (index, score) in scores.enumerated() where allows(index) {
      if let scoreThreshold, !(score >= scoreThreshold) { continue }
      kept.append(ScoredClass(index: index, score: score))
    }
    kept.sort { $0.score > $1.score || ($0.score == $1.score && $0.index < $1.index) }
    if maxResults > 0, kept.count > maxResults { kept.removeLast(kept.count - maxResults) }
  }

  /// The name of a class; empty where the model gives none.
  package func name(of index: Int) -> String { labels.indices.contains(index) ? labels[index] : "" }

  private func allows(_ index: Int) -> Bool {
    isAllowed.indices.contains(index) ? isAllowed[index] : allowsUnlabelled
  }
}
