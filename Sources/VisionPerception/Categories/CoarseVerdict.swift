/// What is said about an object's kind.
package struct CoarseVerdict: Sendable, Hashable {
  package let category: CoarseCategory
  /// How sure it is, 0...1; nil when the category is unknown.
  package let confidence: Float?

  package init(category: CoarseCategory, confidence: Float?) {
    self.category = category
    self.confidence = confidence
  }

  package static let unknown = CoarseVerdict(category: .unknown, confidence: nil)
}
