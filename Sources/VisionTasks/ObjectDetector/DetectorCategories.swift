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
  ///   - position: The position of the output that the labels belong to.
  ///   - kind: The kind of its label files.
  ///   - options: The lists and the language.
  /// - Throws: `TasksError` with `invalidArgumentError` for label files of different length, an empty one, or a list without
  ///   labels; the errors of reading the files.
  init(
    of model: DetectorModel, output position: Int, kind: AssociatedFile.Kind, options: ObjectDetectorOptions
  ) throws {
    let output = model.metadata.outputs[position]
    let labels = try model.metadata.labels(of: output, kind: kind) ?? []
    displayNames = try model.metadata.labels(of: output, kind: kind, locale: options.displayNamesLocale) ?? []
    guard displayNames.isEmpty || displayNames.count == labels.count else {
      throw TasksError.invalidArgument(
        "Model \(model.name) has \(labels.count) labels, but \(displayNames.count) display names for the locale "
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
