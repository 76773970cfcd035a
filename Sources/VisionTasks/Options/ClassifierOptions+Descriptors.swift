extension TaskOption {
  /// Makes the options of a property of type `ClassifierOptions`.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - property: The property's name.
  ///   - prefix: The prefix of the flags and the variable name in displayed code.
  ///   - group: The heading in a form.
  ///   - noun: The noun for a category, such as `gesture`.
  ///   - whose: The noun with its article and kind, for help.
  ///   - vocabulary: Reads the names that the lists may contain from a model file.
  /// - Returns: Threshold, number of results, allowlist, denylist and locale.
  static func classifier(
    _ path: Path<ClassifierOptions?>, _ property: String, prefix: String, group: String, noun: String, whose: String,
    vocabulary: @escaping @Sendable (String) throws -> CategoryVocabulary
  ) -> [TaskOption] {
    let holder = OptionDescriptor.Holder.classifier(property: property, variable: prefix)
    // Create the object only for a given value: an assigned threshold replaces the model's own.
    @Sendable func change(_ options: Options, _ assign: (ClassifierOptions) -> Void) {
      let classifier = options[keyPath: path] ?? ClassifierOptions()
      assign(classifier)
      options[keyPath: path] = classifier
    }
    return [
      TaskOption(
        "scoreThreshold", of: holder, flag: prefix + "-score-threshold", group: group, label: "Score threshold",
        help: "Minimum score of \(whose) to report.", kind: .score, unset: "the model's",
        get: { options in
          options[keyPath: path].flatMap { $0.isScoreThresholdSet ? .number($0.scoreThreshold.decimal) : nil }
        },
        set: { options, value in
          value.number.map { number in change(options) { $0.scoreThreshold = Float(number) } }
        }),
      TaskOption(
        "maxResults", of: holder, flag: prefix + "-max-results", group: group, label: "Maximum results",
        help: "Maximum number of \(prefix) \(noun)s to report for a hand, best first; 0 and less are all.",
        kind: .integer(IntegerRange(allowed: nil, offered: 1...8, served: 100)), unset: "all",
        get: { options in options[keyPath: path].map { .number(Double($0.maxResults)) } },
        set: { options, value in
          value.number.map(Int.clamped).map { number in change(options) { $0.maxResults = number } }
        }),
      TaskOption(
        "categoryAllowlist", of: holder, flag: prefix + "-allow", group: group, label: "Only these",
        help: "Report only these \(prefix) \(noun)s.", kind: .names, unset: "all", vocabulary: vocabulary,
        get: { options in options[keyPath: path]?.categoryAllowlist.map { .names($0) } },
        set: { options, value in value.names.map { names in change(options) { $0.categoryAllowlist = names } } }),
      TaskOption(
        "categoryDenylist", of: holder, flag: prefix + "-deny", group: group, label: "Never these",
        help: "Never report these \(prefix) \(noun)s.", details: "Excludes the list above.", kind: .names,
        unset: "none",
        excludes: prefix + "-allow", vocabulary: vocabulary,
        get: { options in options[keyPath: path]?.categoryDenylist.map { .names($0) } },
        set: { options, value in value.names.map { names in change(options) { $0.categoryDenylist = names } } }),
      TaskOption(
        "displayNamesLocale", of: holder, flag: prefix + "-display-names-locale", group: group,
        label: "Language of names",
        help: "The language of the display names of \(prefix) \(noun)s, where the model has them.", kind: .text,
        unset: "en",
        get: { options in options[keyPath: path]?.displayNamesLocale.map { .text($0) } },
        set: { options, value in
          value.text.map { text in change(options) { $0.displayNamesLocale = text } }
        }),
    ]
  }
}
