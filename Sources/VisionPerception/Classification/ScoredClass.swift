/// A class of a classifier's output with its score.
package struct ScoredClass: Sendable, Hashable {
  /// The position in the output.
  package let index: Int
  package let score: Float

  package init(index: Int, score: Float) {
    self.index = index
    self.score = score
  }
}
