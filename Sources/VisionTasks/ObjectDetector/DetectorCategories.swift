import VisionErrors
import VisionModels
import VisionPerception

/// The classes of a detector: their names, and which of them may be reported.
struct DetectorCategories: Sendable {
  let selection: CategorySelection
  /// The names for people in the language asked for, in the order of the classes; empty when the model has none.
  private let displayNames: [String]

  /// - Parameters:
  ///   - model: The model with its label files.
  ///   - options: The lists and the language.
  /// - Throws: `TasksError` with `invalidArgumentError` for label files of different length, an empty one, or a list without
  ///   labels; the errors of reading the files.
  init(of model: DetectorModel, options: ObjectDetectorOptions) throws {
    let labels = try model.classNames()
    displayNames = try model.classNames(locale: options.displayNamesLocale)
    guard displayNames.isEmpty || displayNames.count == labels.count else {
      throw TasksError.invalidArgument(
        "Model \(model.name) has \(labels.count.counted("label")), but \(displayNames.count.counted("display name")) for the locale "
          + "\(options.displayNamesLocale); there has to be one for each.")
    }
    selection = try CategorySelection(
      labels: labels, allowlist: options.categoryAllowlist, denylist: options.categoryDenylist)
  }

  /// A class in its public form.
  func category(_ index: Int, score: Float) -> ResultCategory {
    ResultCategory(
      index: index, score: score, categoryName: selection.name(of: index),
      displayName: displayNames.indices.contains(index) ? displayNames[index] : nil)
  }
}
