import Foundation

/// A predicted class with its score; a category in MediaPipe's terms.
public final class ResultCategory: NSObject, Sendable {
  /// The index in the model's labels; -1 when there is none.
  public let index: Int
  /// The model's score, usually 0...1.
  public let score: Float
  /// The label; nil when the model has none.
  public let categoryName: String?
  /// The label in the requested locale; nil when the model has none.
  public let displayName: String?

  /// Makes a category.
  ///
  /// - Parameters:
  ///   - index: The index in the model's labels, or -1.
  ///   - score: The model's score.
  ///   - categoryName: The label.
  ///   - displayName: The localized label.
  public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
    self.index = index
    self.score = score
    self.categoryName = categoryName
    self.displayName = displayName
    super.init()
  }

  /// Whether the other object is a category with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? ResultCategory).map { CategorySnapshot($0) == CategorySnapshot(self) } ?? false
  }

  /// A hash of the values.
  public override var hash: Int { CategorySnapshot(self).hashValue }

  /// Name and score, such as `Thumb_Up 0.81`: the display name if there is one, the index, `#3`, if there is no name.
  public override var description: String { name + String(format: " %.2f", Double(score)) }

  /// All values.
  public override var debugDescription: String {
    "ResultCategory(index: \(index), score: \(score), categoryName: \(categoryName.debugText), "
      + "displayName: \(displayName.debugText))"
  }

  private var name: String { displayName ?? categoryName ?? "#\(index)" }
}

extension ResultCategory {
  /// The name of ML Kit's coarse category in words: `home goods` for `homeGoods`.
  package var coarseText: String {
    (categoryName ?? "").reduce(into: "") { text, letter in
      text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
  }
}
