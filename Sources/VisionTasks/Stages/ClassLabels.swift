import VisionErrors
import VisionModels

/// The names of a model's classes, and what they are called in the user's language.
struct ClassLabels: Sendable {
  /// The names in the order of the classes; empty where the model has none.
  let names: [String]
  /// The names in the language asked for, in the order of the classes; empty where the model has none.
  private let displayNames: [String]

  /// Reads the label files of an output.
  ///
  /// - Parameters:
  ///   - output: The metadata of the output that the labels belong to.
  ///   - metadata: The metadata of the model, which holds the files.
  ///   - kind: The kind of the label files.
  ///   - locale: The language of the display names, as the metadata names it.
  ///   - model: The model's name in messages.
  /// - Throws: `TasksError` with `invalidArgumentError` for label files of different length or an empty one; the errors of
  ///   reading the files.
  init(
    of output: TensorMetadata, in metadata: ModelMetadata, kind: AssociatedFile.Kind, locale: String, model: String
  ) throws {
    names = try metadata.labels(of: output, kind: kind) ?? []
    displayNames = try metadata.labels(of: output, kind: kind, locale: locale) ?? []
    if displayNames.isEmpty {
      let available = output.associatedFiles.filter { $0.kind == kind }.compactMap(\.locale).filter { !$0.isEmpty }
      DisplayNamesWarning.give(locale: locale, available: available, model: model)
    }
    guard displayNames.isEmpty || displayNames.count == names.count else {
      throw TasksError.invalidArgument(
        "Model \(model) has \(names.count.counted("label")), but \(displayNames.count.counted("display name")) for the locale "
          + "\(locale); there has to be one for each.")
    }
  }

  /// What a class is called in the language asked for; nil where the model does not say.
  func displayName(of index: Int) -> String? { displayNames.indices.contains(index) ? displayNames[index] : nil }
}
