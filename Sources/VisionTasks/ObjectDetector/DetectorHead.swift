import VisionModels
import VisionPerception

/// Decodes the outputs of one kind of detector.
protocol DetectorHead: AnyObject {
  /// Fills `detections` from the last inference, in fractions of the model's input, in the order of the result.
  func decode(into detections: inout DetectionList)
}

/// The limits of the detections to report, copied from the options.
struct DetectorSettings: Sendable {
  /// Minimum score.
  let scoreThreshold: Float
  /// Maximum number of detections; nil for no limit.
  let maxResults: Int?
  /// Maximum intersection over union with a higher-scoring box; for raw detectors.
  let overlapThreshold: Float
  /// Whether NMS compares boxes of the same class only.
  let suppressesPerClass: Bool

  /// - Parameters:
  ///   - options: The options of the task.
  ///   - scores: The metadata of the model's scores, with the threshold used when the options have none.
  init(_ options: ObjectDetectorOptions, scores: TensorMetadata) {
    scoreThreshold =
      options.assignedScoreThreshold ?? scores.scoreThreshold ?? options.scoreThreshold
    maxResults = options.maxResults > 0 ? options.maxResults : nil
    overlapThreshold = options.minSuppressionThreshold
    suppressesPerClass = options.multiclassNms
  }

  /// Whether `count` detections reach the maximum.
  func isEnough(_ count: Int) -> Bool { maxResults.map { count >= $0 } ?? false }
}

/// The class names of a detector, and the classes to report.
struct DetectorCategories: Sendable {
  let selection: CategorySelection
  private let labels: ClassLabels

  /// - Parameters:
  ///   - model: The model with its label files.
  ///   - options: The allowlist, the denylist and the locale.
  /// - Throws: `TasksError` with `invalidArgumentError` for label files of different lengths, an empty label file, or a
  ///   list for a model without labels; the errors of reading the files.
  init(of model: DetectorModel, options: ObjectDetectorOptions) throws {
    labels = try model.classLabels(locale: options.displayNamesLocale)
    selection = try CategorySelection(
      labels: labels.names, allowlist: options.categoryAllowlist, denylist: options.categoryDenylist)
  }

  /// The public form of a class.
  func category(_ index: Int, score: Float) -> ResultCategory {
    ResultCategory(
      index: index, score: score, categoryName: selection.name(of: index),
      displayName: labels.displayName(of: index))
  }
}
