import VisionInference
import VisionModels

package final class GestureRecognizerPipeline: TaskPipeline {
  static let handBundleName = "hand_landmarker.task"
  static let gestureBundleName = "hand_gesture_recognizer.task"
  private static let classifyStage = "gestures: classify"

  package let hands: HandPipeline
  private let classifier: GestureClassifier
  private let recorder: StageRecorder?

  package init(options: GestureRecognizerOptions, recorder: StageRecorder? = nil) throws {
    self.recorder = recorder
    let bundle = try Self.bundle(atPath: options.baseOptions.validatedModelAssetPath())
    hands = try HandPipeline(
      bundle: TaskBundle(bundle.member(named: Self.handBundleName)), options: options, recorder: recorder)
    classifier = try GestureClassifier(Self.gestureModels(of: bundle, options.baseOptions), options: options)
    try recorder?.note(classifier.macs(), of: Self.classifyStage)
  }

  /// The models behind the landmarks, which are too small for several threads.
  static func gestureModels(of bundle: TaskBundle, _ options: BaseOptions) throws -> BundledModels {
    BundledModels(
      bundle: try TaskBundle(bundle.member(named: gestureBundleName)),
      inference: options.inference.with(threadCount: 1), recorder: nil)
  }

  static func bundle(atPath path: String) throws -> TaskBundle {
    try TaskBundle.open(path, for: "gesture recognizer", needing: [handBundleName, gestureBundleName])
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> GestureRecognizerResult {
    let hands = try self.hands.findHands(in: frame)
    let gestures = try hands.map { hand in
      try recorder.measure(Self.classifyStage) { try classifier.classify(hand, in: frame) }
    }
    return GestureRecognizerResult(
      gestures: gestures, handedness: hands.map(\.resultHandedness), landmarks: hands.map(\.resultLandmarks),
      worldLandmarks: hands.map(\.resultWorldLandmarks), timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws { _ = try hands.findHands(in: frame) }

  package func reset() { hands.reset() }
}

/// The gesture names of a model, which the lists in `ClassifierOptions` may contain.
package struct GestureNames: Sendable, Hashable {
  package let canned: [String]
  /// The gestures of the custom classifier; nil when the model has none.
  package let custom: [String]?

  package init(ofModelAt path: String) throws {
    let bundle = try GestureRecognizerPipeline.bundle(atPath: path)
    let gestures = try TaskBundle(bundle.member(named: GestureRecognizerPipeline.gestureBundleName))
    canned = try Self.names(of: GestureClassifier.cannedName, in: gestures)
    custom =
      gestures.contains(GestureClassifier.customName)
      ? try Self.names(of: GestureClassifier.customName, in: gestures) : nil
  }

  private static func names(of member: String, in bundle: TaskBundle) throws -> [String] {
    let model = try TensorModel.naming(member) { try ParsedModel(bundle.member(named: member)) }
    return try GestureClassifierHead.labels(
      of: model.metadata, model: member, classCount: model.outputs.first?.shape.last)?.names ?? []
  }
}

/// Classifies the gesture of a hand: landmarks → embedding → one or two classifiers.
final class GestureClassifier {
  static let cannedName = "canned_gesture_classifier.tflite"
  static let customName = "custom_gesture_classifier.tflite"
  /// The background class, which yields to a gesture of the other classifier.
  private static let backgroundLabel = "None"

  private let embedder: GestureEmbedder
  /// The classifiers by priority: custom before canned.
  private let heads: [GestureClassifierHead]

  init(_ models: BundledModels, options: GestureRecognizerOptions) throws {
    let embedder = try GestureEmbedder(models)
    func head(_ name: String, _ options: ClassifierOptions?) throws -> GestureClassifierHead {
      try GestureClassifierHead(models.tensorModel(name), embeddingSize: embedder.embedding.count, options: options)
    }
    let custom =
      models.bundle.contains(Self.customName)
      ? [try head(Self.customName, options.customGesturesClassifierOptions)] : []
    heads = custom + [try head(Self.cannedName, options.cannedGesturesClassifierOptions)]
    self.embedder = embedder
  }

  func macs() throws -> MACs {
    try ([embedder.model] + heads.map(\.model)).reduce(into: MACs()) { sum, model in
      sum += try model.report().macs
    }
  }

  /// Returns the gestures of a hand in `frame`, the recognized one first; empty when every class is filtered out.
  /// The recognized gesture is MediaPipe's: the best of the first classifier whose best class is not the background.
  /// The other gestures of that classifier follow, then those of the other classifier.
  func classify(_ hand: Hand, in frame: Frame) throws -> [ResultCategory] {
    try embedder.run(on: hand, in: frame)

    var classifications = try heads.map { try $0.gestures(of: embedder.embedding) }
    let selected =
      classifications.firstIndex { $0.first.map { $0.categoryName != Self.backgroundLabel } ?? false }
      ?? classifications.firstIndex { !$0.isEmpty }
    guard let selected else { return [] }
    return classifications.remove(at: selected) + classifications.joined()
  }
}

final class GestureClassifierHead {
  let model: TensorModel
  private let input: UnsafeMutableBufferPointer<Float>
  private let scores: UnsafeBufferPointer<Float>
  private let labels: ClassLabels?
  private let filter: ClassificationFilter
  private var kept: [ScoredIndex] = []

  init(_ model: TensorModel, embeddingSize: Int, options: ClassifierOptions?) throws {
    self.model = model
    input = try model.input(0, count: embeddingSize)
    scores = try model.output(0)
    labels = try Self.labels(
      of: model.metadata, locale: options?.displayNamesLocale ?? "en", model: model.name, classCount: scores.count)
    filter = try ClassificationFilter(
      labels: labels?.names ?? [],
      scoreThreshold: options?.assignedScoreThreshold ?? model.metadata?.outputs.first?.scoreThreshold,
      maxResults: options?.maxResults ?? -1, allowlist: options?.categoryAllowlist ?? [],
      denylist: options?.categoryDenylist ?? [])
  }

  /// Reads the gesture names; nil when the model has no metadata.
  static func labels(
    of metadata: ModelMetadata?, locale: String = "en", model: String, classCount: Int?
  ) throws -> ClassLabels? {
    guard let metadata, let output = metadata.outputs.first else { return nil }
    return try ClassLabels(of: output, in: metadata, locale: locale, model: model, classCount: classCount)
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
