import Foundation

/// The output of all heads of a classifier for one image.
public final class ClassificationResult: NSObject, Sendable {
  /// One element for each head.
  public let classifications: [Classifications]
  /// The timestamp of the image, in milliseconds; -1 when there is none.
  public let timestampInMilliseconds: Int

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - classifications: One element per head.
  ///   - timestampInMilliseconds: The timestamp of the image, or -1.
  public init(classifications: [Classifications], timestampInMilliseconds: Int) {
    (self.classifications, self.timestampInMilliseconds) = (classifications, timestampInMilliseconds)
  }

  /// Whether the other object is a result with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? ClassificationResult).map {
      $0.timestampInMilliseconds == timestampInMilliseconds && $0.classifications == classifications
    } ?? false
  }

  /// A hash of the values.
  public override var hash: Int { classifications.hashValue }

  /// The categories of each head.
  public override var description: String {
    classifications.isEmpty ? "no classifications" : classifications.map(\.description).joined(separator: "; ")
  }

  /// All values.
  public override var debugDescription: String { listing() }
}

/// The output of one head of a classifier.
public final class Classifications: NSObject, Sendable {
  /// The index of the head in the model's outputs.
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
  ///   - headIndex: The index of the head in the model's outputs.
  ///   - headName: The name of the head.
  ///   - categories: The categories, best first.
  public init(headIndex: Int, headName: String?, categories: [ResultCategory]) {
    (self.headIndex, self.headName, self.categories) = (headIndex, headName, categories)
  }

  /// Whether the other object is a head with equal values.
  public override func isEqual(_ object: Any?) -> Bool { isEqual(object, by: { HeadForm($0) }) }

  /// A hash of the values.
  public override var hash: Int { HeadForm(self).hashValue }

  /// The head and its categories, such as `probability: cat 0.81, dog 0.12`.
  public override var description: String {
    (headName ?? "head \(headIndex)") + ": "
      + (categories.isEmpty ? "no categories" : categories.map(\.description).joined(separator: ", "))
  }

  /// All values.
  public override var debugDescription: String { listing() }
}

extension Classifications: Codable {
  /// Decodes an object with `headIndex`, `categories` and optionally `headName`.
  public convenience init(from decoder: any Decoder) throws {
    let form = try HeadForm(from: decoder)
    self.init(
      headIndex: form.headIndex, headName: form.headName,
      categories: form.categories.map { $0.category(impliesDisplayName: false) })
  }

  /// Writes an object with `headIndex`, `categories` and optionally `headName`.
  public func encode(to encoder: any Encoder) throws { try HeadForm(self).encode(to: encoder) }
}

/// The values of `Classifications`, and their JSON form.
struct HeadForm: Codable, Hashable {
  let headIndex: Int
  let headName: String?
  let categories: [CategoryForm]

  init(_ head: Classifications, names: CategoryForm.Names = .all) {
    (headIndex, headName) = (head.headIndex, head.headName)
    categories = head.categories.map { CategoryForm($0, names: names) }
  }
}

extension ClassificationResult: Codable {
  private enum CodingKeys: String, CodingKey { case classifications, timestampMs }

  /// Decodes an object with `classifications` and `timestampMs`; an absent timestamp is -1.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      classifications: try container.decode([Classifications].self, forKey: .classifications),
      timestampInMilliseconds: try container.decodeIfPresent(Int.self, forKey: .timestampMs) ?? -1)
  }

  /// Writes an object with `classifications` and `timestampMs`, which is null for -1.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(classifications, forKey: .classifications)
    try container.encode(timestampInMilliseconds == -1 ? nil : timestampInMilliseconds, forKey: .timestampMs)
  }
}
