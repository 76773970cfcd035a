import VisionModels

/// A verified detector model: two or four outputs, with metadata for each.
struct DetectorModel {
  let name: String
  let file: ParsedModel
  let metadata: ModelMetadata

  init(path: String) throws {
    let name = path.lastPathPart
    let file = try TensorModel.singleModel(at: path, for: "object detector")
    guard file.outputs.count == 2 || file.outputs.count == 4 else {
      throw TasksError.invalidArgument(
        "Model \(name) has \(file.outputs.count.counted("output")) and is no object detector; those have 2 (raw boxes and scores) or 4 "
          + "(boxes, classes, scores and their number). `vision models info \(path)` shows what it has.")
    }
    guard let metadata = file.metadata else {
      throw TasksError.invalidArgument(
        "Model \(name) has no metadata, which defines the layout of its boxes and its class names. Use the same "
          + "model with metadata, or add a TFLITE_METADATA entry (TensorFlow Lite Support's metadata writer for object "
          + "detectors does it). `vision models info \(path)` shows what there is.")
    }
    guard metadata.outputs.count == file.outputs.count else {
      throw TasksError.invalidArgument(
        "Model \(name) has \(file.outputs.count.counted("output")), but its metadata describes \(metadata.outputs.count); it has to "
          + "describe each. `vision models info \(path)` shows them.")
    }
    (self.name, self.file, self.metadata) = (name, file, metadata)
  }

  /// Whether boxes and scores are raw: decoding and NMS are done here, not in the model.
  var isRaw: Bool { file.outputs.count == 2 }

  /// The indices of the outputs: boxes and scores of a raw detector; otherwise boxes, classes, scores and their number.
  var outputPositions: [Int] {
    isRaw ? positions(of: "location", "score") : positions(of: "location", "category", "score", "number of detections")
  }

  var scoresPosition: Int { outputPositions[isRaw ? 1 : 2] }

  func rawMetadata() throws -> RawDetectorMetadata {
    guard let bytes = metadata.customMetadata[RawDetectorMetadata.entryName] else {
      throw TasksError.invalidArgument(
        "Model \(name) has two outputs, raw boxes and scores, but no \(RawDetectorMetadata.entryName) in its metadata, "
          + "which holds their anchors. If it is a classifier, it is no object detector.")
    }
    try TensorModel.checkOutputTypes(file.outputs.map { "\($0.elementType)" }, model: name)
    return try TensorModel.naming(name) { try RawDetectorMetadata(bytes) }
  }

  func classLabels(locale: String = "en") throws -> ClassLabels {
    // Raw scores have an axis of classes; post-processed outputs have class indices as values.
    let classCount =
      try isRaw
      ? file.outputs[outputPositions[1]].shape.last
      : file.customOption("num_classes", ofOperator: "TFLite_Detection_PostProcess")
    return try ClassLabels(
      of: metadata.outputs[outputPositions[1]], in: metadata, kind: isRaw ? .tensorAxisLabels : .tensorValueLabels,
      locale: locale, model: name, classCount: classCount)
  }

  /// The indices of the outputs with these names in the metadata; if a name is missing, the order of the arguments.
  private func positions(of roles: String...) -> [Int] {
    let positions = roles.compactMap { role in metadata.outputs.firstIndex { $0.name == role } }
    return positions.count == roles.count ? positions : Array(roles.indices)
  }
}

/// Decodes the outputs of one kind of detector: raw boxes and scores (`AnchorHead`), or those of a model that contains
/// NMS (`PostProcessedHead`).
protocol DetectorHead: AnyObject {
  var model: TensorModel { get }
  var keypointCount: Int { get }
  /// Fills `detections` from the last inference, in fractions of the model's input, in the order of the result.
  func decode(into detections: inout DetectionList)
}

struct DetectorSettings: Sendable {
  let scoreThreshold: Float
  let maxResults: Int?
  let overlapThreshold: Float
  let suppressesPerClass: Bool

  /// The metadata of the model's scores has the threshold used when the options have none.
  init(_ options: ObjectDetectorOptions, scores: TensorMetadata) {
    scoreThreshold = options.assignedScoreThreshold ?? scores.scoreThreshold ?? options.scoreThreshold
    maxResults = options.maxResults > 0 ? options.maxResults : nil
    overlapThreshold = options.minSuppressionThreshold
    suppressesPerClass = options.multiclassNms
  }

  func isEnough(_ count: Int) -> Bool { maxResults.map { count >= $0 } ?? false }
}

struct DetectorCategories: Sendable {
  let selection: CategorySelection
  private let labels: ClassLabels

  init(of model: DetectorModel, options: ObjectDetectorOptions) throws {
    labels = try model.classLabels(locale: options.displayNamesLocale)
    selection = try CategorySelection(
      labels: labels.names, allowlist: options.categoryAllowlist, denylist: options.categoryDenylist)
  }

  func category(_ index: Int, score: Float) -> ResultCategory {
    ResultCategory(
      index: index, score: score, categoryName: selection.name(of: index),
      displayName: labels.displayName(of: index))
  }
}
