import VisionCore
import VisionImaging
import VisionModels
import VisionPerception

/// The head of detectors that end in `TFLite_Detection_PostProcess`. The model decodes its boxes, runs NMS and sorts by
/// score; the head keeps this order.
///
/// Source: MediaPipe's object detector graph with `TensorsToDetectionsCalculator` on four tensors.
final class PostProcessedHead: DetectorHead {
  /// The outputs by their role.
  struct Outputs {
    let boxes: FloatOutput
    let classes: FloatOutput
    let scores: FloatOutput
    let count: FloatOutput

    fileprivate func refresh() {
      boxes.refresh()
      classes.refresh()
      scores.refresh()
      count.refresh()
    }
  }

  private let outputs: Outputs
  /// The indices of left, top, right and bottom in the four values of a box.
  private let boxIndex: SIMD4<Int>
  private let categories: CategorySelection
  private let calibrator: ScoreCalibrator?
  /// The number of consecutive entries per box, one for each class.
  private let classesPerBox: Int
  private let settings: DetectorSettings

  /// - Throws: `TasksError` with `invalidArgumentError` for boxes in an unknown layout, outputs of inconsistent shapes,
  ///   or a damaged calibration; `notFoundError` for a missing calibration file.
  init(
    _ outputs: Outputs, model: DetectorModel, boxesMetadata: TensorMetadata, scoresMetadata: TensorMetadata,
    categories: CategorySelection, settings: DetectorSettings
  ) throws {
    let boxCount = outputs.boxes.values.count / 4
    guard outputs.boxes.shape.last == 4, outputs.classes.values.count == boxCount,
      outputs.scores.values.count == boxCount, outputs.count.values.count == 1
    else {
      throw TasksError.invalidArgument(
        "Model \(model.name) has boxes of shape \(outputs.boxes.shape), classes of \(outputs.classes.shape), scores of "
          + "\(outputs.scores.shape) and their number of \(outputs.count.shape); needed are [1, n, 4], [1, n], [1, n] and [1]."
      )
    }
    self.outputs = outputs
    boxIndex = try Self.boxIndex(boxesMetadata.boundingBox, model: model.name)
    calibrator = try ScoreCalibrator(of: scoresMetadata, in: model.metadata, model: model.name)
    let perBox = try model.file.customOption("max_classes_per_detection", ofOperator: "TFLite_Detection_PostProcess")
    classesPerBox = max(perBox ?? 1, 1)
    self.categories = categories
    self.settings = settings
  }

  func decode(into detections: inout DetectionList) {
    detections.removeAll()
    outputs.refresh()
    var boxCount = 0
    let count = entryCount
    for first in stride(from: 0, to: count, by: classesPerBox) where !settings.isEnough(boxCount) {
      let box = box(first)
      guard box.width >= 0, box.height >= 0 else { continue }
      let before = detections.count
      for entry in first..<min(first + classesPerBox, count) {
        let classIndex = Self.whole(outputs.classes.values[entry])
        let score = calibrated(outputs.scores.values[entry], classIndex)
        guard categories.allows(classIndex), score >= settings.scoreThreshold else { continue }
        detections.append(box: box, classIndex: classIndex, score: score)
      }
      if detections.count > before { boxCount += 1 }
    }
  }

  /// The number of entries to read: the model's count, limited to the size of its outputs.
  private var entryCount: Int {
    let capacity = outputs.scores.values.count
    let stated = Self.whole(outputs.count.values[0])
    return min(max(stated, 0), capacity / classesPerBox) * classesPerBox
  }

  private func box(_ entry: Int) -> NormalizedBox {
    let start = 4 * entry
    let values = outputs.boxes.values
    return NormalizedBox(
      minX: values[start + boxIndex[0]], minY: values[start + boxIndex[1]], maxX: values[start + boxIndex[2]],
      maxY: values[start + boxIndex[3]])
  }

  private func calibrated(_ score: Float, _ classIndex: Int) -> Float {
    calibrator?(score, class: classIndex) ?? score
  }

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
