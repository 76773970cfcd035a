import VisionModels

/// Assigns ML Kit's coarse categories to image regions, with a classifier of ImageNet's 1000 classes.
final class CoarseClassifier {
  /// The margin around a box on each side, as a fraction of its size: context improves classification.
  private static let margin = 0.25

  private let model: ImageModel
  private let output: FloatOutput

  init(options: BaseOptions, recorder: StageRecorder?) throws {
    let compiled = try TensorModel(options, for: "classifier of coarse categories")
    let outputs = try compiled.floatOutputs()
    guard outputs.count == 1, outputs[0].values.count == CoarseCategoryScores.classCount else {
      throw TasksError.invalidArgument(
        "Model \(compiled.name) has outputs of the shapes \(outputs.map(\.shape)); needed is a classifier of ImageNet's "
          + "\(CoarseCategoryScores.classCount) classes, such as efficientnet_lite0.")
    }
    model = try ImageModel(model: compiled, stage: "category", border: .replicate, recorder: recorder)
    output = outputs[0]
  }

  func scores(of box: CGRect?, in image: ImageBuffer) throws -> CoarseCategoryScores {
    try model.run(on: image, region: Self.region(of: box, in: image))
    output.refresh()
    return CoarseCategoryScores(output.values)
  }

  private static func region(of box: CGRect?, in image: ImageBuffer) -> RotatedRegion {
    let size = CGSize(width: image.width, height: image.height)
    let whole = PixelBox(
      centerX: Double(image.width) / 2, centerY: Double(image.height) / 2, width: Double(image.width),
      height: Double(image.height))
    let part = box.flatMap { PixelBox($0)?.inner(1 + 2 * margin).clipped(to: size) } ?? whole
    return RotatedRegion(
      xCenter: Float(part.centerX), yCenter: Float(part.centerY), width: Float(part.width), height: Float(part.height),
      rotation: 0)
  }
}

/// The coarse categories of the tracked objects. A new object is classified at once; later one object per frame, in
/// rotation.
struct StreamCategories {
  private var scores: [Int: CoarseCategoryScores] = [:]
  private var lastClassifications: [Int: Int] = [:]
  private var classificationCount = 0
  private var choices: [Int: CategoryChoice] = [:]

  mutating func keep(_ ids: Set<Int>) {
    choices = choices.filter { ids.contains($0.key) }
    guard scores.keys.contains(where: { !ids.contains($0) }) else { return }
    scores = scores.filter { ids.contains($0.key) }
    lastClassifications = lastClassifications.filter { ids.contains($0.key) }
  }

  mutating func classify(_ objects: [TrackedObject], in image: ImageBuffer, by classifier: CoarseClassifier) throws {
    // An object without a detection in this frame may be occluded.
    let detected = objects.filter { $0.missedUpdates == 0 }
    let new = detected.filter { scores[$0.id] == nil }
    let next = detected.min { (lastClassifications[$0.id] ?? 0) < (lastClassifications[$1.id] ?? 0) }
    for object in new.isEmpty ? [next].compactMap({ $0 }) : new {
      let result = try classifier.scores(of: object.boundingBox, in: image)
      if scores[object.id] == nil { scores[object.id] = result } else { scores[object.id]?.blend(with: result) }
      classificationCount += 1
      lastClassifications[object.id] = classificationCount
    }
  }

  mutating func label(of object: TrackedObject) -> CoarseLabel {
    guard let label = scores[object.id]?.label(of: object.objectClass, score: object.score) else { return .unknown }
    return choices[object.id, default: CategoryChoice()].update(label)
  }
}

/// The whole image as an object, for frames without detections: usually a place.
struct StreamScene {
  /// The tracking ID of the whole image. The IDs of tracked objects start at 1.
  private static let trackingID = 0
  /// The number of updates with objects after which the scores are discarded.
  private static let maxAge = 25

  private var scores: CoarseCategoryScores?
  private var updatesWithObjects = 0

  mutating func update(with result: CoarseCategoryScores) {
    updatesWithObjects = 0
    if scores == nil { scores = result } else { scores?.blend(with: result) }
  }

  mutating func skip() {
    updatesWithObjects += 1
    if updatesWithObjects > Self.maxAge { scores = nil }
  }

  func object(in size: CGSize) -> FoundObject? {
    guard let label = scores?.sceneLabel, label.category != .unknown else { return nil }
    return FoundObject(box: CGRect(origin: .zero, size: size), trackingID: Self.trackingID, label: label)
  }
}
