/// The coarse category of an object, with its confidence.
package struct CoarseLabel: Sendable, Hashable {
  package let category: CoarseCategory
  /// The confidence, 0...1; nil when the category is unknown.
  package let confidence: Float?

  package init(category: CoarseCategory, confidence: Float?) {
    self.category = category
    self.confidence = confidence
  }

  package static let unknown = CoarseLabel(category: .unknown, confidence: nil)
}
