import VisionModels
import VisionPerception

/// The classes of a detector: their names, and which of them may be reported.
struct DetectorCategories: Sendable {
  let selection: CategorySelection
  private let labels: ClassLabels

  /// - Parameters:
  ///   - model: The model with its label files.
  ///   - options: The lists and the language.
  /// - Throws: `TasksError` with `invalidArgumentError` for label files of different length, an empty one, or a list without
  ///   labels; the errors of reading the files.
  init(of model: DetectorModel, options: ObjectDetectorOptions) throws {
    labels = try model.classLabels(locale: options.displayNamesLocale)
    selection = try CategorySelection(
      labels: labels.names, allowlist: options.categoryAllowlist, denylist: options.categoryDenylist)
  }

  /// A class in its public form.
  func category(_ index: Int, score: Float) -> ResultCategory {
    ResultCategory(
      index: index, score: score, categoryName: selection.name(of: index),
      displayName: labels.displayName(of: index))
  }
}
