/// The options for categories of detectors and classifiers.
package protocol CategoryOptions: DescribedOptions {
  var displayNamesLocale: String { get set }
  var maxResults: Int { get set }
  var scoreThreshold: Float { get set }
  /// Whether `scoreThreshold` was assigned, so that an explicit 0 differs from the default.
  var isScoreThresholdSet: Bool { get }
  var categoryAllowlist: [String] { get set }
  var categoryDenylist: [String] { get set }
}

extension TaskOption where Options: CategoryOptions {
  /// The texts and defaults of a task's category options.
  package struct CategoryWords {
    /// The heading in a form.
    let group: String
    /// The singular with its article, such as `an object`.
    let one: String
    /// The plural.
    let several: String
    /// The programs' default threshold.
    var threshold: Double?
    /// The flag of a toggle that disables this default.
    var thresholdUnless: String?
    /// The programs' default number of results; -1 means all.
    var results = -1
    /// The maximum number of results that a form offers.
    var offered = 20
  }

  /// Makes the category options.
  ///
  /// - Parameters:
  ///   - words: The texts and defaults.
  ///   - vocabulary: Reads the names that the lists may contain from a model file.
  /// - Returns: Threshold, number of results, allowlist, denylist and locale.
  package static func categories(
    _ words: CategoryWords, vocabulary: @escaping @Sendable (String) throws -> CategoryVocabulary
  ) -> [TaskOption] {
    [
      TaskOption(
        "scoreThreshold", group: words.group, label: "Score threshold",
        help: "Minimum score of \(words.one) to report.", kind: .score, initial: words.threshold.map { .number($0) },
        initialUnless: words.thresholdUnless, unset: words.threshold == nil ? "none" : nil,
        get: { $0.isScoreThresholdSet ? .number($0.scoreThreshold.decimal) : nil },
        set: { options, value in value.number.map { options.scoreThreshold = Float($0) } }),
      .integer(
        "maxResults", \.maxResults, group: words.group, label: "Maximum results",
        help: "Maximum number of \(words.several) to report, best first; -1 is all.",
        range: IntegerRange(allowed: 1...Int.max, offered: 1...words.offered, served: 1000, hasAll: true),
        initial: .number(Double(words.results)), unset: words.results == -1 ? "all" : nil),
      .names(
        "categoryAllowlist", \.categoryAllowlist, flag: "category-allow", group: words.group, label: "Only these",
        help: "Report only these classes.", unset: "all", vocabulary: vocabulary),
      .names(
        "categoryDenylist", \.categoryDenylist, flag: "category-deny", group: words.group, label: "Never these",
        help: "Never report these classes.", details: "Excludes the list above.", unset: "none",
        excludes: "category-allow", vocabulary: vocabulary),
      TaskOption(
        "displayNamesLocale", group: words.group, label: "Language of names",
        help: "The language of display names, where the model has them.", kind: .text,
        get: { .text($0.displayNamesLocale) },
        set: { options, value in value.text.map { options.displayNamesLocale = $0 } }),
    ]
  }

  private static func names(
    _ property: String, _ path: Path<[String]>, flag: String, group: String, label: String, help: String,
    details: String = "", unset: String, excludes: String? = nil,
    vocabulary: @escaping @Sendable (String) throws -> CategoryVocabulary
  ) -> TaskOption {
    TaskOption(
      property, flag: flag, group: group, label: label, help: help, details: details, kind: .names, unset: unset,
      excludes: excludes, vocabulary: vocabulary,
      get: { $0[keyPath: path].isEmpty ? nil : .names($0[keyPath: path]) },
      set: { options, value in value.names.map { options[keyPath: path] = $0 } })
  }
}
