import VisionErrors
import VisionModels
import VisionPerception

/// The head of detectors with raw outputs: a box and a score for each class at thousands of anchors.
///
/// ```
/// scores → the best class of each box, if it is good enough → best first → box → suppression → detections
/// ```
///
/// Boxes are decoded one by one as the queue gives them out, so only those that are looked at cost anything.
///
/// Source: MediaPipe's object detector graph with `TensorsToDetectionsCalculator` and `NonMaxSuppressionCalculator`.
final class RawDetectorHead: DetectorHead {
  private let boxes: FloatOutput
  private let scores: FloatOutput
  private let decoder: AnchorBoxDecoder
  private let search: BestClassSearch
  private let hasLogitScores: Bool
  private let minimumRawScore: Float
  private let settings: DetectorSettings
  private var queue = ScoreQueue()
  private var suppression: NonMaxSuppression

  /// The keypoints of a detection.
  var keypointCount: Int { decoder.keypointCount }

  /// - Throws: `TasksError` with `invalidArgumentError` when the metadata has no anchors or does not fit the outputs.
  init(
    boxes: FloatOutput, scores: FloatOutput, model: DetectorModel, categories: CategorySelection,
    settings: DetectorSettings
  ) throws {
    guard let bytes = model.metadata.customMetadata[RawDetectorMetadata.entryName] else {
      throw TasksError.invalidArgument(
        "Model \(model.name) has two outputs, raw boxes and scores, but no \(RawDetectorMetadata.entryName) in its metadata, "
          + "which holds their anchors. If it is a classifier, it is no object detector.")
    }
    let metadata = try TensorModel.naming(model.name) { try RawDetectorMetadata(bytes) }
    let anchorCount = metadata.anchors.count
    let classCount = anchorCount > 0 ? scores.values.count / anchorCount : 0
    guard classCount > 0, classCount * anchorCount == scores.values.count,
      metadata.classCount == 0 || metadata.classCount == classCount
    else {
      throw TasksError.invalidArgument(
        "Model \(model.name) has scores of shape \(scores.shape); its metadata promises \(metadata.classCount) classes at "
          + "\(anchorCount) anchors.")
    }
    decoder = try TensorModel.naming(model.name) {
      try AnchorBoxDecoder(metadata, valueCount: boxes.values.count)
    }
    search = BestClassSearch(classCount: classCount, categories: categories)
    hasLogitScores = metadata.hasLogitScores
    minimumRawScore =
      hasLogitScores ? Sigmoid.logitSurelyBelow(settings.scoreThreshold) : settings.scoreThreshold
    suppression = NonMaxSuppression(
      overlapThreshold: settings.overlapThreshold, isPerClass: settings.suppressesPerClass)
    self.boxes = boxes
    self.scores = scores
    self.settings = settings
  }

  func decode(into detections: inout DetectionList) {
    boxes.refresh()
    scores.refresh()
    queueGoodBoxes()
    takeBest(into: &detections)
  }

  private func queueGoodBoxes() {
    queue.removeAll()
    search.forEachBox(of: scores.values, atLeast: minimumRawScore) { box, raw in
      let score = hasLogitScores ? Sigmoid.probability(logit: raw) : raw
      if score >= settings.scoreThreshold { queue.append(box: box, score: score) }
    }
  }

  private func takeBest(into detections: inout DetectionList) {
    detections.removeAll()
    suppression.removeAll()
    while !settings.isEnough(detections.count), let (index, score) = queue.popFirst() {
      let box = decoder.box(index, of: boxes.values)
      guard box.width >= 0, box.height >= 0 else { continue }
      let classIndex = search.bestClass(ofBox: index, in: scores.values)
      guard suppression.keeps(box, classIndex: classIndex) else { continue }
      detections.append(box: box, classIndex: classIndex, score: score) { keypoint in
        decoder.keypoint(keypoint, ofBox: index, of: boxes.values)
      }
    }
  }
}
