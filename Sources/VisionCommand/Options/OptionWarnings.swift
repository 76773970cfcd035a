import VisionErrors

/// Warnings about values that are allowed and have another effect than was probably meant.
enum OptionWarnings {
  /// A warning about each name of a list that the model does not know.
  ///
  /// - Parameters:
  ///   - list: The names; nil without the option.
  ///   - known: The model's names.
  ///   - option: The option's name, with its dashes.
  /// - Returns: The warnings, one sentence each.
  static func unknownNames(in list: NameList?, known: [String], option: String) -> [String] {
    // Of a model without names every list is an error.
    guard let list, !known.isEmpty else { return [] }
    return list.names.filter { !known.contains($0) }.map { name in
      let advice =
        known.closest(to: name).map { "did you mean \"\($0)\"?" } ?? "`vision models info` lists the names of a model."
      return "\(option): the model does not know \"\(name)\"; \(advice)"
    }
  }

  /// A warning about a threshold that no score reaches.
  static func threshold(_ threshold: Float?, option: String) -> [String] {
    guard let threshold, threshold > 1 else { return [] }
    return ["\(option) is \(threshold.plainText), but scores are 0 to 1: nothing will be reported."]
  }

  /// Prints warnings on standard error.
  static func print(_ warnings: [String]) {
    for warning in warnings { StandardError.print("Warning: \(warning)") }
  }
}
