import VisionModels
import VisionPerception

/// One of the classifiers that look at a hand's embedding.
final class GestureClassifierHead {
  let model: TensorModel
  private let input: UnsafeMutableBufferPointer<Float>
  private let scores: UnsafeBufferPointer<Float>
  private let filter: ClassificationFilter
  private var kept: [ScoredClass] = []

  init(name: String, data: ModelData, embeddingSize: Int, options: ClassifierOptions?, threadCount: Int) throws {
    let model = try TensorModel(name: name, data: data, threadCount: threadCount)
    self.model = model
    input = try model.input(0, count: embeddingSize)
    scores = try model.output(0)
    let output = model.metadata?.outputs.first
    let labels = try Self.labels(of: model.metadata)
    let ownThreshold = output?.scoreThreshold
    filter = try ClassificationFilter(
      labels: labels,
      scoreThreshold: options?.isScoreThresholdSet == true ? options?.scoreThreshold : ownThreshold,
      maxResults: options?.maxResults ?? -1, allowlist: options?.categoryAllowlist ?? [],
      denylist: options?.categoryDenylist ?? [])
  }

  /// The names of the gestures in the order of the model; empty where it has none.
  static func labels(of metadata: ModelMetadata?) throws -> [String] {
    guard let metadata, let output = metadata.outputs.first else { return [] }
    return try metadata.labels(of: output) ?? []
  }

  /// The best class that passes the filter.
  func best(of embedding: UnsafeBufferPointer<Float>) throws -> GestureClassifier.Gesture? {
    _ = input.update(fromContentsOf: embedding)
    try model.compiled.run()
    filter(scores, into: &kept)
    return kept.first.map { GestureClassifier.Gesture(name: filter.name(of: $0.index), score: $0.score) }
  }
}
