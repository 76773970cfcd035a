/// The options of a classifier: the categories to report.
public final class ClassifierOptions: NSObject, NSCopying {
  /// The locale of the display names, such as `en`; nil, the default, means `en`. If the model has no names in this
  /// locale the results have none, as in MediaPipe, with one warning on standard error.
  public var displayNamesLocale: String?

  /// The maximum number of categories to report, best first; -1, the default, and every value below 1 mean all.
  public var maxResults = -1

  /// The minimum score of a category to report; 0 by default.
  ///
  /// Until a value is assigned the threshold in the model's metadata applies, if there is one. An assigned 0 keeps
  /// every category.
  public var scoreThreshold: Float {
    get { assignedScoreThreshold ?? 0 }
    set { assignedScoreThreshold = newValue }
  }

  /// The names of the categories to report; nil, the default, or empty means all.
  ///
  /// Unknown names are ignored. Cannot be combined with `categoryDenylist`.
  public var categoryAllowlist: [String]?

  /// The names of the categories not to report; nil, the default, or empty means none.
  ///
  /// Unknown names are ignored. Cannot be combined with `categoryAllowlist`.
  public var categoryDenylist: [String]?

  /// The assigned `scoreThreshold`, so that an explicit 0 differs from the default; nil before.
  package fileprivate(set) var assignedScoreThreshold: Float?

  fileprivate var assignedMaxResults: Int? {
    get { maxResults }
    set { maxResults = newValue ?? -1 }
  }

  /// Makes options that report every category.
  public override init() { super.init() }

  /// A copy with equal values.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  func duplicate() -> ClassifierOptions {
    let copy = ClassifierOptions()
    copy.displayNamesLocale = displayNamesLocale
    copy.maxResults = maxResults
    copy.assignedScoreThreshold = assignedScoreThreshold
    copy.categoryAllowlist = categoryAllowlist
    copy.categoryDenylist = categoryDenylist
    return copy
  }
}

extension TaskOption {
  /// The lines of a property of type `ClassifierOptions`: threshold, number of results, lists and locale. `prefix`
  /// begins the flags, and is the variable name in displayed code; `noun` is a category's, such as `gesture`.
  static func classifier(
    _ path: Options.Path<ClassifierOptions?>, _ property: String, prefix: String, group: String, noun: String,
    vocabulary: @escaping Vocabulary
  ) -> [TaskOption] {
    let holder = OptionDescriptor.Holder.classifier(property: property, variable: prefix)
    return [
      TaskOption(
        "scoreThreshold", \.[path, \.assignedScoreThreshold], of: holder, flag: prefix + "-score-threshold",
        group: group, label: "Score threshold", help: "Minimum score of a \(prefix) \(noun) to report.", kind: .score,
        unset: "the model's"),
      TaskOption(
        "maxResults", \.[path, \.assignedMaxResults], of: holder, flag: prefix + "-max-results", group: group,
        label: "Maximum results",
        help: "Maximum number of \(prefix) \(noun)s to report for a hand, best first; 0 and less are all.",
        kind: .integer(IntegerRange(allowed: nil, offered: 1...8, served: 100)), unset: "all"),
      TaskOption(
        "categoryAllowlist", \.[path, \.categoryAllowlist], of: holder, flag: prefix + "-allow", group: group,
        label: "Only these", help: "Report only these \(prefix) \(noun)s.", unset: "all", vocabulary: vocabulary),
      TaskOption(
        "categoryDenylist", \.[path, \.categoryDenylist], of: holder, flag: prefix + "-deny", group: group,
        label: "Never these", help: "Never report these \(prefix) \(noun)s.",
        details: "Cannot be combined with the list above.",
        unset: "none", excludes: prefix + "-allow", vocabulary: vocabulary),
      TaskOption(
        "displayNamesLocale", \.[path, \.displayNamesLocale], of: holder, flag: prefix + "-display-names-locale",
        group: group, label: "Language of names",
        help: "The language of the display names of \(prefix) \(noun)s, where the model has them.", unset: "en"),
    ]
  }
}

extension DescribedOptions {
  /// A property of options that may not exist until a value is assigned; before, the model's own threshold applies.
  fileprivate subscript<Value>(
    _ path: Path<ClassifierOptions?>, _ property: ReferenceWritableKeyPath<ClassifierOptions, Value?> & Sendable
  ) -> Value? {
    get { self[keyPath: path]?[keyPath: property] }
    set {
      guard let newValue else { return }
      let options = self[keyPath: path] ?? ClassifierOptions()
      options[keyPath: property] = newValue
      self[keyPath: path] = options
    }
  }
}

/// The options of ``ObjectDetector`` and ``ImageClassifier`` for the categories to report.
public class CategoryOptions: TaskOptions {
  /// The locale of the display names, as in the model's metadata; `en` by default. If the model has no names in this
  /// locale the results have none, as in MediaPipe, with one warning on standard error.
  public var displayNamesLocale = "en"

  /// The maximum number of objects, or of categories per head of a classifier. -1, the default, and every negative
  /// number mean all; 0 is an error.
  ///
  /// Detectors with raw outputs, such as EfficientDet, have thousands of candidate boxes: set this or `scoreThreshold`.
  public var maxResults = -1

  /// The minimum score of an object or a category to report; any number, 0 by default.
  ///
  /// An assigned value overrides the threshold in the model's metadata; 0 keeps everything. Until a value is assigned
  /// the model's threshold applies, or 0 if it has none.
  public var scoreThreshold: Float {
    get { assignedScoreThreshold ?? 0 }
    set { assignedScoreThreshold = newValue }
  }

  package var assignedScoreThreshold: Float?

  /// The names of the categories to report; empty, the default, means all.
  ///
  /// Unknown and repeated names are ignored; a list of unknown names only reports nothing that has a name. Cannot be
  /// combined with `categoryDenylist`.
  public var categoryAllowlist: [String] = []

  /// The names of the categories not to report; empty, the default, means none.
  ///
  /// Unknown and repeated names are ignored. Cannot be combined with `categoryAllowlist`.
  public var categoryDenylist: [String] = []
}

struct CategoryWords {
  let group: String
  /// The singular with its article, such as `an object`.
  let one: String
  let several: String
  var threshold: Double?
  /// The threshold in evaluations, where it is another one.
  var evaluatedThreshold: Double?
  /// The flag of a toggle that disables this default.
  var thresholdUnless: String?
  /// The programs' default number of results; -1 means all.
  var results = -1
}

extension TaskOption where Options: CategoryOptions {
  static func categories(_ words: CategoryWords, vocabulary: @escaping Vocabulary) -> [TaskOption] {
    [
      TaskOption(
        "scoreThreshold", \.assignedScoreThreshold, group: words.group, label: "Score threshold",
        help: "Minimum score of \(words.one) to report.", kind: .score, initial: words.threshold.map { .number($0) },
        evaluated: words.evaluatedThreshold.map { .number($0) }, initialUnless: words.thresholdUnless,
        unset: words.threshold == nil ? "none" : nil),
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
        help: "Never report these classes.", details: "Cannot be combined with the list above.", unset: "none",
        excludes: "category-allow", vocabulary: vocabulary),
      TaskOption(
        "displayNamesLocale", \.displayNamesLocale, group: words.group, label: "Language of names",
        help: "The language of display names, where the model has them."),
    ]
  }
}
