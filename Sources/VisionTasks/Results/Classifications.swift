import Foundation

/// What one head of a classifier says.
public final class Classifications: NSObject, Sendable {
  /// The position of the head in the model's outputs.
  public let headIndex: Int
  /// The name of the head; nil when the model has none.
  public let headName: String?
  /// The categories, best first.
  public let categories: [ResultCategory]

  /// Makes the categories of a head without a name.
  public convenience init(headIndex: Int, categories: [ResultCategory]) {
    self.init(headIndex: headIndex, headName: nil, categories: categories)
  }

  /// Makes the categories of a head.
  ///
  /// - Parameters:
  ///   - headIndex: The position of the head in the model's outputs.
  ///   - headName: The name of the head.
  ///   - categories: The categories, best first.
  public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
    self.headIndex = headIndex
    self.headName = headName
    self.categories = categories
    super.init()
  }
}
