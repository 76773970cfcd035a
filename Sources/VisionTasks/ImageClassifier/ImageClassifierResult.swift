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

  /// The categories of each head.
  public override var description: String { classificationResult.description }
}

extension ImageClassifierResult: TaskOutput {
  package static let format = OutputFormat(
    task: "classify", title: "ImageClassifierResult",
    subject: OutputFormat.Subject(one: "head", several: "categories"), parts: [CategoriesFormat.classifications])

  package var parts: [any OutputPart] {
    [CategoriesPart(.classifications, heads: classificationResult.classifications)]
  }
}

extension CategoriesFormat {
  package static let classifications = CategoriesFormat(
    key: "classifications", title: "Classifications", hasHeads: true)
}

extension ImageClassifierResult: Decodable {
  /// Decodes the output of `encode(to:)`, and a line that `vision classify --json` writes.
  ///
  /// - Throws: `DecodingError` when `classifications` is missing.
  public convenience init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    self.init(
      classificationResult: ClassificationResult(
        classifications: try json.part(CategoriesFormat.classifications).heads,
        timestampInMilliseconds: json.time ?? -1),
      timestampInMilliseconds: json.time ?? 0)
    json.complete(self)
  }
}
