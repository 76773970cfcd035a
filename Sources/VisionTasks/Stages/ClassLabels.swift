import Foundation
import VisionConcurrency
import VisionErrors
import VisionModels

/// The names and display names of a model's classes.
struct ClassLabels: Sendable {
  /// The names in class order; empty when the model has none.
  let names: [String]
  /// The display names in class order; empty when the model has none for the locale.
  private let displayNames: [String]

  /// Reads the label files of an output.
  ///
  /// - Parameters:
  ///   - output: The metadata of the labeled output.
  ///   - metadata: The model's metadata, which contains the files.
  ///   - kind: The kind of the label files.
  ///   - locale: The locale of the display names, as in the metadata.
  ///   - model: The model's name in error messages.
  /// - Throws: `TasksError` with `invalidArgumentError` for label files of different lengths or an empty one; the
  ///   errors of reading the files.
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

  /// The display name of a class; nil when the model has none.
  func displayName(of index: Int) -> String? { displayNames.indices.contains(index) ? displayNames[index] : nil }
}

/// Warns on standard error, once per process, model and locale, that a model has no display names in the requested
/// locale.
///
/// MediaPipe accepts such a locale and returns no display names, so it is no error. The default, `en`, gives no
/// warning.
enum DisplayNamesWarning {
  private static let given = Locked<Set<String>>([])

  /// Warns, the first time for this model and locale.
  ///
  /// - Parameters:
  ///   - locale: The requested locale.
  ///   - available: The locales that the model has labels in.
  ///   - model: The model's name.
  static func give(locale: String, available: [String], model: String) {
    guard locale != "en", given.withLock({ $0.insert("\(model) \(locale)").inserted }) else { return }
    // A closed standard error leaves no other place for the warning.
    try? FileHandle.standardError.write(contentsOf: Data((text(locale, available, model) + "\n").utf8))
  }

  static func text(_ locale: String, _ available: [String], _ model: String) -> String {
    let languages = available.isEmpty ? "none" : available.joined(separator: ", ")
    return "displayNamesLocale is \(locale); the locales of model \(model)'s labels are: \(languages). Results have no "
      + "displayName."
  }
}
