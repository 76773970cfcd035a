/// The options for categories of detectors and classifiers.
package protocol CategoryOptions: DescribedOptions {
  var displayNamesLocale: String { get set }
  var maxResults: Int { get set }
  /// The assigned `scoreThreshold`, so that an explicit 0 differs from the default; nil before.
  var assignedScoreThreshold: Float? { get set }
  var categoryAllowlist: [String] { get set }
  var categoryDenylist: [String] { get set }
}

/// The texts and defaults of a task's category options.
struct CategoryWords {
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
}

extension TaskOption where Options: CategoryOptions {
  /// The lines of `CategoryOptions`.
  static func categories(_ words: CategoryWords, vocabulary: @escaping Vocabulary) -> [TaskOption] {
    [
      TaskOption(
        "scoreThreshold", \.assignedScoreThreshold, group: words.group, label: "Score threshold",
        help: "Minimum score of \(words.one) to report.", kind: .score, initial: words.threshold.map { .number($0) },
        initialUnless: words.thresholdUnless, unset: words.threshold == nil ? "none" : nil),
      TaskOption(
        "maxResults", \.maxResults, group: words.group, label: "Maximum results",
        help: "Maximum number of \(words.several) to report, best first; -1 is all.",
        kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...20, served: 1000, hasAll: true)),
        initial: .number(Double(words.results)), unset: words.results == -1 ? "all" : nil),
      TaskOption(
        "categoryAllowlist", \.categoryAllowlist, flag: "category-allow", group: words.group, label: "Only these",
        help: "Report only these classes.", unset: "all", vocabulary: vocabulary),
      TaskOption(
        "categoryDenylist", \.categoryDenylist, flag: "category-deny", group: words.group, label: "Never these",
        help: "Never report these classes.", details: "Excludes the list above.", unset: "none",
        excludes: "category-allow", vocabulary: vocabulary),
      TaskOption(
        "displayNamesLocale", \.displayNamesLocale, group: words.group, label: "Language of names",
        help: "The language of display names, where the model has them."),
    ]
  }
}
