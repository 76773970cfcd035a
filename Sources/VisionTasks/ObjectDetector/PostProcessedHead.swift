import VisionModels

/// The head of detectors that end in `TFLite_Detection_PostProcess`. The model decodes its boxes, runs NMS and sorts by
/// score; the head keeps this order. Source: MediaPipe's object detector graph with `TensorsToDetectionsCalculator` on
/// four tensors.
final class PostProcessedHead: DetectorHead {
  let model: TensorModel
  private let boxes: FloatOutput
  private let classes: FloatOutput
  private let scores: FloatOutput
  private let detectionCount: FloatOutput
  /// The indices of left, top, right and bottom in the four values of a box.
  private let boxIndex: SIMD4<Int>
  private let categories: CategorySelection
  private let calibrator: ScoreCalibrator?
  private let classesPerBox: Int
  private let settings: DetectorSettings

  var keypointCount: Int { 0 }

  init(_ file: DetectorModel, _ options: ObjectDetectorOptions, categories: CategorySelection) throws {
    model = try TensorModel(name: file.name, model: file.file, inference: options.baseOptions.inference)
    let (outputs, roles) = (try model.floatOutputs(), file.outputPositions)
    (boxes, classes) = (outputs[roles[0]], outputs[roles[1]])
    (scores, detectionCount) = (outputs[roles[2]], outputs[roles[3]])
    let scoresMetadata = file.metadata.outputs[file.scoresPosition]
    settings = DetectorSettings(options, scores: scoresMetadata)
    self.categories = categories
    let boxCount = boxes.values.count / 4
    guard boxes.shape.last == 4, classes.values.count == boxCount, scores.values.count == boxCount,
      detectionCount.values.count == 1
    else {
      throw TasksError.invalidArgument(
        "Model \(file.name) has boxes of shape \(boxes.shape), classes of \(classes.shape), scores of "
          + "\(scores.shape) and their number of \(detectionCount.shape); needed are [1, n, 4], [1, n], [1, n] and [1]."
      )
    }
    boxIndex = try Self.boxIndex(file.metadata.outputs[roles[0]].boundingBox, model: file.name)
    calibrator = try ScoreCalibrator(of: scoresMetadata, in: file.metadata, model: file.name)
    let perBox = try file.file.customOption("max_classes_per_detection", ofOperator: "TFLite_Detection_PostProcess")
    classesPerBox = max(perBox ?? 1, 1)
  }

  func decode(into detections: inout DetectionList) {
    detections.removeAll()
    boxes.refresh()
    classes.refresh()
    scores.refresh()
    detectionCount.refresh()
    var boxCount = 0
    let count = entryCount
    for first in stride(from: 0, to: count, by: classesPerBox) where !settings.isEnough(boxCount) {
      let box = box(first)
      guard box.width >= 0, box.height >= 0 else { continue }
      let before = detections.count
      for entry in first..<min(first + classesPerBox, count) {
        let classIndex = Self.whole(classes.values[entry])
        let score = calibrated(scores.values[entry], classIndex)
        guard categories.allows(classIndex), score >= settings.scoreThreshold else { continue }
        detections.append(box: box, classIndex: classIndex, score: score)
      }
      if detections.count > before { boxCount += 1 }
    }
  }

  /// The number of entries to read: the model's count, limited to the size of its outputs.
  private var entryCount: Int {
    let capacity = scores.values.count
    let stated = Self.whole(detectionCount.values[0])
    return min(max(stated, 0), capacity / classesPerBox) * classesPerBox
  }

  private func box(_ entry: Int) -> NormalizedBox {
    let start = 4 * entry
    let values = boxes.values
    return NormalizedBox(
      minX: values[start + boxIndex[0]], minY: values[start + boxIndex[1]], maxX: values[start + boxIndex[2]],
      maxY: values[start + boxIndex[3]])
  }

  private func calibrated(_ score: Float, _ classIndex: Int) -> Float { calibrator?(score, class: classIndex) ?? score }

  /// A model value truncated to an integer; -1 if it is not finite.
  private static func whole(_ value: Float) -> Int { Int(exactly: value.rounded(.towardZero)) ?? -1 }

  private static func boxIndex(_ properties: BoundingBoxProperties?, model: String) throws -> SIMD4<Int> {
    guard let properties, properties.layout == .boundaries, properties.coordinates == .ratio else {
      throw TasksError.invalidArgument(
        "Model \(model) has boxes in the layout \(properties.map { "\($0.layout), \($0.coordinates)" } ?? "none"); the metadata "
          + "of the output \"location\" has to say boundaries as ratios.")
    }
    let index = properties.index.isEmpty ? [0, 1, 2, 3] : properties.index
    guard index.sorted() == [0, 1, 2, 3] else {
      throw TasksError.invalidArgument(
        "Model \(model) has the box index \(index) in its metadata; needed is an order of 0, 1, 2 and 3.")
    }
    return SIMD4(index[0], index[1], index[2], index[3])
  }
}
