// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The embeddings of one image by `ImageEmbedder`.
public final class ImageEmbedderResult: TaskResult, @unchecked Sendable {
  /// One embedding for each head of the model.
  public let embeddingResult: EmbeddingResult

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - embeddingResult: One embedding for each head.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(embeddingResult: EmbeddingResult, timestampInMilliseconds: Int) {
    self.embeddingResult = embeddingResult
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension ImageEmbedderResult: TaskOutput {
  package static let format = OutputFormat(
    task: "embed", title: "ImageEmbedderResult",
    subject: OutputFormat.Subject(one: "embedding", several: "embeddings"), parts: [EmbeddingsFormat()])

  package var parts: [any OutputPart] { [EmbeddingsPart(embeddingResult.embeddings.map(\.vector))] }
}

extension ImageEmbedderResult: Decodable {
  /// Decodes the output of `encode(to:)`, and a line that `vision embed --json` writes.
  ///
  /// - Throws: `DecodingError` when `embeddings` is missing.
  public convenience init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let vectors = try json.part(EmbeddingsFormat()).vectors
    self.init(
      embeddingResult: EmbeddingResult(
        embeddings: vectors.map { Embedding($0) }, timestampInMilliseconds: json.time ?? 0),
      timestampInMilliseconds: json.time ?? 0)
    json.complete(self)
  }
}
