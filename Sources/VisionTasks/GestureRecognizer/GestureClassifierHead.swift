import VisionInference
import VisionModels
import VisionPerception

/// A classifier of hand embeddings.
final class GestureClassifierHead {
  let model: TensorModel
  private let input: UnsafeMutableBufferPointer<Float>
  private let scores: UnsafeBufferPointer<Float>
  private let labels: ClassLabels?
  private let filter: ClassificationFilter
  private var kept: [ScoredIndex] = []

  init(name: String, data: ModelData, embeddingSize: Int, options: ClassifierOptions?, inference: InferenceOptions)
    throws
  {
    let model = try TensorModel(name: name, data: data, inference: inference)
    self.model = model
    input = try model.input(0, count: embeddingSize)
    scores = try model.output(0)
    let output = model.metadata?.outputs.first
    labels = try Self.labels(
      of: model.metadata, locale: options?.displayNamesLocale ?? "en", model: name,
      classCount: scores.count)
    let ownThreshold = output?.scoreThreshold
    filter = try ClassificationFilter(
      labels: labels?.names ?? [],
      scoreThreshold: options?.assignedScoreThreshold ?? ownThreshold,
      maxResults: options?.maxResults ?? -1, allowlist: options?.categoryAllowlist ?? [],
      denylist: options?.categoryDenylist ?? [])
  }

  /// Reads the gesture names; nil when the model has no metadata.
  static func labels(
    of metadata: ModelMetadata?, locale: String = "en", model: String, classCount: Int?
  ) throws -> ClassLabels? {
    guard let metadata, let output = metadata.outputs.first else { return nil }
    return try ClassLabels(
      of: output, in: metadata, kind: .tensorAxisLabels, locale: locale, model: model, classCount: classCount)
  }

  /// Returns the gestures that pass the filter, best first. As in MediaPipe their index is -1, since the indices of two
  /// classifiers would be ambiguous.
  func gestures(of embedding: UnsafeBufferPointer<Float>) throws -> [ResultCategory] {
    _ = input.update(fromContentsOf: embedding)
    try model.run()
    filter(scores, into: &kept)
    return kept.map { gesture in
      ResultCategory(
        index: -1, score: gesture.score, categoryName: filter.name(of: gesture.index),
        displayName: labels?.displayName(of: gesture.index))
    }
  }
}
