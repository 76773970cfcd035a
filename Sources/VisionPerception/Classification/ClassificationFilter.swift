import VisionCore

/// Which classes of a classifier's output are kept: by name, by score, by number.
///
/// Source: MediaPipe's `ScoreCalibration`-free path of `TensorsToClassificationCalculator`. Filtering removes classes without
/// changing the scores of the others.
package struct ClassificationFilter: Sendable {
  /// The allowed classes, and their names.
  package let categories: CategorySelection
  /// Classes that score less are dropped; nil keeps all.
  package let scoreThreshold: Float?
  /// The maximum number of classes; zero and less keep all.
  package let maxResults: Int

  /// - Parameters:
  ///   - labels: The classes' names in the order of the output; empty where the model has none.
  ///   - scoreThreshold: Classes that score less are dropped; nil keeps all.
  ///   - maxResults: The maximum number of classes; zero and less keep all.
  ///   - allowlist: When not empty, only these names are kept. Unknown names are ignored.
  ///   - denylist: These names are dropped. Unknown names are ignored.
  /// - Throws: `TasksError` with `invalidArgumentError` when a list is given for a model without labels, or both lists
  ///   are.
  package init(
    labels: [String], scoreThreshold: Float? = nil, maxResults: Int = -1, allowlist: [String] = [],
    denylist: [String] = []
  ) throws {
    categories = try CategorySelection(labels: labels, allowlist: allowlist, denylist: denylist)
    self.scoreThreshold = scoreThreshold
    self.maxResults = maxResults
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

  /// The name of a class; empty where the model gives none.
  package func name(of index: Int) -> String { categories.name(of: index) ?? "" }
}
