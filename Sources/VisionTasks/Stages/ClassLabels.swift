import VisionModels

struct ClassLabels: Sendable {
  /// The names in class order; empty when the model has none. A class without a name has its number.
  let names: [String]
  private let displayNames: [String]

  /// Reads an output's label files. `locale` is for display names, `model` the model's name in error messages.
  init(
    of output: TensorMetadata, in metadata: ModelMetadata, kind: AssociatedFile.Kind = .tensorAxisLabels,
    locale: String = "en", model: String, classCount: Int?
  ) throws {
    let labels = try metadata.labels(of: output, kind: kind) ?? []
    names = Self.completed(labels, to: classCount, model: model)
    displayNames = try metadata.labels(of: output, kind: kind, locale: locale) ?? []
    if displayNames.isEmpty {
      let available = output.associatedFiles.filter { $0.kind == kind }.compactMap(\.locale).filter { !$0.isEmpty }
      if locale != "en" {
        WarningSink.current.give(LabelWarning.text(locale: locale, available: available, model: model))
      }
    }
    guard displayNames.isEmpty || displayNames.count == labels.count else {
      throw TasksError.invalidArgument(
        "Model \(model) has \(labels.count.counted("label")), but \(displayNames.count.counted("display name")) for the locale "
          + "\(locale); there has to be one for each.")
    }
  }

  /// More classes than any model has: files may state any number.
  private static let maximumCount = 1 << 16

  /// The labels with numbers in the place of those that are missing or empty, with a warning.
  private static func completed(_ labels: [String], to classCount: Int?, model: String) -> [String] {
    guard !labels.isEmpty else { return [] }
    let count = max(min(classCount ?? 0, maximumCount), labels.count)
    let missing = labels.count { $0.isEmpty } + count - labels.count
    guard missing > 0 else { return labels }
    WarningSink.current.give(LabelWarning.text(missing: missing, of: count, model: model))
    return (0..<count).map { labels.indices.contains($0) && !labels[$0].isEmpty ? labels[$0] : "\($0)" }
  }

  func displayName(of index: Int) -> String? {
    displayNames.indices.contains(index) && !displayNames[index].isEmpty ? displayNames[index] : nil
  }
}

/// Warnings about a model's labels.
enum LabelWarning {
  /// MediaPipe accepts a locale without display names, so it is no error. The default, `en`, gives no warning.
  static func text(locale: String, available: [String], model: String) -> String {
    let languages = available.isEmpty ? "none" : available.joined(separator: ", ")
    return "displayNamesLocale is \(locale); the locales of model \(model)'s labels are: \(languages). Results have no "
      + "displayName."
  }

  static func text(missing: Int, of count: Int, model: String) -> String {
    "\(missing) of model \(model)'s \(count) classes have no label; results name them by their numbers."
  }
}

extension ScoreCalibrator {
  init?(of scores: TensorMetadata, in metadata: ModelMetadata, model: String) throws {
    guard let calibration = scores.scoreCalibration else { return nil }
    guard let file = scores.associatedFile(.scoreCalibration) else {
      throw TasksError.notFound("Model \(model) asks for score calibration, but names no file with its parameters.")
    }
    self = try TensorModel.naming(model) {
      try ScoreCalibrator(calibration, lines: LabelLines.split(metadata.contents(of: file), of: file.name))
    }
  }
}
