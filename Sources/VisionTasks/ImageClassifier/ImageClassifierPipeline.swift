import VisionModels

/// Classifies independent images.
///
/// ```
/// image → stretched to the input → model → per output (head): calibrate → filter by name and score → sort → limit
/// ```
///
/// Source: MediaPipe's `image_classifier_graph` and `classification_postprocessing_graph`. Owns its model and memory;
/// not Sendable, one frame at a time.
package final class ImageClassifierPipeline: TaskPipeline {
  private static let stage = "image"
  private static let task = "image classifier"

  private let model: ImageModel
  private let heads: [Head]
  private let isTimed: Bool
  private let recorder: StageRecorder?

  package init(options: ImageClassifierOptions, recorder: StageRecorder? = nil) throws {
    let tensors = try TensorModel(options.baseOptions, for: Self.task)
    model = try ImageModel(model: tensors, stage: Self.stage, border: .replicate, recorder: recorder)
    heads = try tensors.floatOutputs().enumerated().map { index, output in
      try Head(index: index, output: output, of: tensors, options: options)
    }
    isTimed = options.runningMode != .image
    self.recorder = recorder
  }

  package func process(_ frame: Frame, timestampInMilliseconds time: Int) throws -> ImageClassifierResult {
    try compute(frame, timestampInMilliseconds: time)
    let classifications = recorder.measure(Self.stage + ": result") { heads.map(\.classifications) }
    return ImageClassifierResult(
      classificationResult: ClassificationResult(
        classifications: classifications, timestampInMilliseconds: isTimed ? time : -1),
      timestampInMilliseconds: time)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    try model.run(on: frame.image, region: frame.exactRect.pixels(in: frame.image.size))
    recorder.measure(Self.stage + ": decode") { for head in heads { head.decode() } }
  }

  /// The class names of a model, in the order of its heads and their classes; empty when it has none.
  static func classNames(ofModelAt path: String) throws -> [String] {
    let model = try TensorModel.singleModel(at: path, for: task)
    guard let metadata = model.metadata else { return [] }
    return try zip(metadata.outputs, model.outputs).flatMap { output, tensor in
      let name = path.lastPathPart
      return try ClassLabels(of: output, in: metadata, model: name, classCount: tensor.shape.last).names
    }
  }
}

private final class Head {
  private let index: Int
  private let name: String?
  private let output: FloatOutput
  private let labels: ClassLabels?
  private let filter: ClassificationFilter
  private let calibrator: ScoreCalibrator?
  private var calibrated: [Float] = []
  private var kept: [ScoredIndex] = []

  init(index: Int, output: FloatOutput, of model: TensorModel, options: ImageClassifierOptions) throws {
    guard output.shape.dropLast().allSatisfy({ $0 == 1 }) else {
      throw TasksError.invalidArgument(
        "Model \(model.name) is not an image classifier: output \(index) has the shape \(output.shape) instead of "
          + "[1, number of classes].")
    }
    (self.index, self.output) = (index, output)
    let metadata = model.metadata.flatMap { $0.outputs.indices.contains(index) ? $0.outputs[index] : nil }
    name = metadata.flatMap { $0.name.isEmpty ? nil : $0.name }
    if let file = model.metadata, let metadata {
      labels = try ClassLabels(
        of: metadata, in: file, locale: options.displayNamesLocale, model: model.name, classCount: output.values.count)
      calibrator = try ScoreCalibrator(of: metadata, in: file, model: model.name)
    } else {
      (labels, calibrator) = (nil, nil)
    }
    filter = try ClassificationFilter(
      labels: labels?.names ?? [],
      scoreThreshold: options.assignedScoreThreshold ?? metadata?.scoreThreshold ?? 0,
      maxResults: options.maxResults, allowlist: options.categoryAllowlist, denylist: options.categoryDenylist)
  }

  func decode() {
    output.refresh()
    guard let calibrator else { return filter(output.values, into: &kept) }
    calibrated.removeAll(keepingCapacity: true)
    for (index, score) in output.values.enumerated() { calibrated.append(calibrator(score, class: index)) }
    calibrated.withUnsafeBufferPointer { filter($0, into: &kept) }
  }

  var classifications: Classifications {
    let categories = kept.map { entry in
      ResultCategory(
        index: entry.index, score: entry.score, categoryName: filter.categories.name(of: entry.index),
        displayName: labels?.displayName(of: entry.index))
    }
    return Classifications(headIndex: index, headName: name, categories: categories)
  }
}
