import Foundation
import VisionResults

// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The categories of one image by `ImageClassifier`.
public final class ImageClassifierResult: TaskResult, @unchecked Sendable {
  /// The categories of each head of the model; heads without categories are included.
  public let classificationResult: ClassificationResult

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - classificationResult: The categories of each head.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(classificationResult: ClassificationResult, timestampInMilliseconds: Int) {
    self.classificationResult = classificationResult
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Whether the other object is a result with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? ImageClassifierResult else { return false }
    return other.classificationResult == classificationResult
  }

  /// A hash of the values.
  public override var hash: Int { classificationResult.hash }

  /// The categories of each head.
  public override var description: String { classificationResult.description }

  /// All values.
  public override var debugDescription: String {
    "ImageClassifierResult(classificationResult: \(classificationResult.debugDescription), "
      + "timestampInMilliseconds: \(timestampInMilliseconds))"
  }
}

extension ImageClassifierResult: TaskOutput {
  package static let format = OutputFormat(
    task: "classify", title: "ImageClassifierResult",
    subject: OutputFormat.Subject(one: "head", several: "categories"), categories: [.classifications])

  /// The categories of the heads.
  package var parts: [OutputPart] {
    [.categories(CategoriesPart(.classifications, heads: classificationResult.classifications))]
  }
}

extension CategoriesFormat {
  /// The categories of a classifier of whole images.
  package static let classifications = CategoriesFormat(key: "classifications", title: "Classifications")
}

extension ImageClassifierResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case classifications
  }

  /// Decodes the output of `encode(to:)`, and a line that `vision classify --json` writes.
  ///
  /// - Throws: `DecodingError` when `classifications` is missing.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let time = try TimeSnapshot(from: decoder)
    self.init(
      classificationResult: ClassificationResult(
        classifications: try container.decode([Classifications].self, forKey: .classifications),
        timestampInMilliseconds: time.value ?? -1),
      timestampInMilliseconds: time.timestampInMilliseconds)
    time.complete(self)
  }

  /// Writes `timestampMs` and `classifications`, as `vision classify --json` does; see `docs/outputs.md`.
  public func encode(to encoder: any Encoder) throws {
    try TimeSnapshot(self).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(classificationResult.classifications, forKey: .classifications)
  }
}
